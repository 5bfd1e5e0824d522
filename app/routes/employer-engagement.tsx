import { employerEngagement as page } from '../../content/program-pages.ts'
import { readContent, readTexts } from '../page-context.ts'
import { figuresAt } from '../site/figures.tsx'
import { metadataOfTexts } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'
import { BulletList, PageHero, Section, TitledList } from '../site/page-parts.tsx'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/employer-engagement.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  metadataOfTexts(loaderData, { path: page.path })

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { figures } = await readContent(context)
  return {
    texts: await readTexts(context, 'employer-engagement'),
    figures: figuresAt(figures, 'employer-engagement'),
  }
}

export default function EmployerEngagement({ loaderData }: Route.ComponentProps) {
  const { offers, promise, contact, letter, proverb, motif } = page
  const { texts } = loaderData
  return (
    <main id="main">
      <PageHero title={texts.title} lead={texts.lead} motif={motif} />
      <Section title={page.figuresTitle} tone="sand">
        <dl className="door mt-8 @3xl:grid-cols-3">
          {loaderData.figures.map(({ value, label }) => (
            <div key={label} className="door-leaf flex flex-col-reverse pt-20 text-center">
              <dt className="text-lg">{label}</dt>
              <dd className="font-display text-hero font-bold text-mango-400">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={offers.title}>
        <TitledList items={texts.offers} />
      </Section>
      <Kanga proverb={proverb} motif={motif} />
      <Section title={promise.title}>
        <div className="mt-6 max-w-2xl text-lg">
          <BulletList items={texts.promise} />
        </div>
        <div className="mt-8 flex flex-wrap gap-3">
          <LinkButton {...contact} />
          <LinkButton {...letter} variant="outline" />
        </div>
      </Section>
    </main>
  )
}

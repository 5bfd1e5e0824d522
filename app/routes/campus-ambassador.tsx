import { campusAmbassador as page } from '../../content/program-pages.ts'
import { readTexts } from '../page-context.ts'
import { Columns, ComingSoon, PageHero, Section, TitledList } from '../site/page-parts.tsx'
import { metadataOfTexts } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'
import type { Route } from './+types/campus-ambassador.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  texts: await readTexts(context, 'campus-ambassador'),
})

export const meta = ({ loaderData }: Route.MetaArgs) =>
  metadataOfTexts(loaderData, { path: page.path })

export default function CampusAmbassador({ loaderData: { texts } }: Route.ComponentProps) {
  const { overview, universities, benefits, nominate, proverb, motif } = page
  return (
    <main id="main">
      <PageHero title={texts.title} lead={texts.lead} motif={motif} />
      <Section title={overview.title}>
        <Columns text={texts.overview} />
      </Section>
      <Section title={universities.title} tone="dark">
        <ul className="tiles mt-8 gap-4 [--tile:9.5rem]">
          {texts.universities.map(({ title, text }) => (
            <li
              key={title}
              className="flex aspect-square flex-col items-center justify-center rounded-full border-8 border-dotted border-mango-400 bg-lagoon-700 p-3 text-center text-sm leading-tight"
            >
              <span className="font-semibold">{title}</span>
              <span className="mt-1 text-mango-200">{text}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={benefits.title}>
        <TitledList items={texts.benefits} />
      </Section>
      <Kanga proverb={proverb} motif={motif} />
      <Section title={nominate.title} text={texts.nominate} tone="sand">
        <div className="mt-8">
          <ComingSoon id="nominate-note" {...nominate} />
        </div>
      </Section>
    </main>
  )
}

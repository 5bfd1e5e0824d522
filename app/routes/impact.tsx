import { impact } from '../../content/impact.ts'
import type { PageTexts } from '../../contract/content/public-items.ts'
import { readContent, readTexts } from '../page-context.ts'
import { cn } from '../lib/cn.ts'
import { useContact } from '../site/contact.ts'
import { Figures, figuresAt } from '../site/figures.tsx'
import { LazyImage } from '../site/lazy-image.tsx'
import { metadataOfTexts } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'
import { PageHero, Section } from '../site/page-parts.tsx'
import { RichText } from '../site/rich-text.tsx'
import { SupportBand } from '../site/support-band.tsx'
import { writeToUs } from '../site/write-to-us.ts'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/impact.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  metadataOfTexts(loaderData, { path: '/impact' })

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { figures } = await readContent(context)
  return {
    texts: await readTexts(context, 'impact'),
    reach: figuresAt(figures, 'reach'),
    report: figuresAt(figures, 'report'),
  }
}

export default function Impact({ loaderData }: Route.ComponentProps) {
  const { stories, report, download, proverb } = impact
  const { texts } = loaderData
  const ask = writeToUs(useContact(), download.subject)
  return (
    <main id="main">
      <PageHero title={texts.title} lead={texts.lead} motif="jua" />
      <Section title={impact.reach.title} tone="dark">
        <Figures figures={loaderData.reach} />
      </Section>
      <Section title={stories.title}>
        {storiesIn(texts).map(({ title, text, name, image }, i) => (
          <article
            key={title}
            className="mt-10 grid grid-cols-1 items-center gap-8 @3xl:grid-cols-2 @5xl:gap-14"
          >
            <LazyImage
              {...image}
              className={cn(
                'rounded-lg border-8 border-white shadow-raised',
                i % 2 && '@3xl:order-1',
              )}
            />
            <div>
              <h3 className="text-2xl">{title}</h3>
              <p className="mt-1 font-semibold text-coral-800">{name}</p>
              <RichText text={text} />
            </div>
          </article>
        ))}
      </Section>
      <Kanga proverb={proverb} motif="jua" />
      <SupportBand />
      <Section title={report.title} text={texts.report} tone="sand">
        <Figures figures={loaderData.report} />
        <LinkButton {...report.link} size="lg" className="mt-8" />
      </Section>
      <Section id={download.id} title={download.title} text={texts.download}>
        <p className="mt-4 text-lg">
          <a className="link inline-flex min-h-11 items-center font-semibold" href={ask}>
            {download.link}
          </a>
        </p>
      </Section>
    </main>
  )
}

function storiesIn(texts: PageTexts<'impact'>) {
  const { story1Title, story1Name, story1, story1Picture } = texts
  const { story2Title, story2Name, story2, story2Picture } = texts
  return [
    { title: story1Title, name: story1Name, text: story1, image: story1Picture },
    { title: story2Title, name: story2Name, text: story2, image: story2Picture },
  ]
}

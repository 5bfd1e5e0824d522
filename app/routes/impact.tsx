import { impact } from '../../content/impact.ts'
import { readContent } from '../page-context.ts'
import { cn } from '../lib/cn.ts'
import { Figures, figuresAt } from '../site/figures.tsx'
import { LazyImage } from '../site/lazy-image.tsx'
import { metadata } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'
import { PageHero, Section } from '../site/page-parts.tsx'
import { SupportBand } from '../site/support-band.tsx'
import { writeToUs } from '../site/write-to-us.ts'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/impact.ts'

export const meta = () =>
  metadata({ title: impact.title, description: impact.lead, path: '/impact' })

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { figures } = await readContent(context)
  return { reach: figuresAt(figures, 'reach'), report: figuresAt(figures, 'report') }
}

export default function Impact({ loaderData }: Route.ComponentProps) {
  const { stories, report, download, proverb } = impact
  return (
    <main id="main">
      <PageHero title={impact.title} lead={impact.lead} motif="jua" />
      <Section title={impact.reach.title} tone="dark">
        <Figures figures={loaderData.reach} />
      </Section>
      <Section title={stories.title}>
        {stories.items.map(({ title, paragraphs, name, image }, i) => (
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
              {paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-3">
                  {paragraph}
                </p>
              ))}
            </div>
          </article>
        ))}
      </Section>
      <Kanga proverb={proverb} motif="jua" />
      <SupportBand />
      <Section title={report.title} text={report.text} tone="sand">
        <Figures figures={loaderData.report} />
        <LinkButton {...report.link} size="lg" className="mt-8" />
      </Section>
      <Section id={download.id} title={download.title} text={download.text}>
        <p className="mt-4 text-lg">
          <a
            className="link inline-flex min-h-11 items-center font-semibold"
            href={writeToUs(download.subject)}
          >
            {download.link}
          </a>
        </p>
      </Section>
    </main>
  )
}

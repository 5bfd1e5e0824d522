import { swahiliTechWomen as page } from '../../content/program-pages.ts'
import type { PublicItem } from '../../contract/content/public-items.ts'
import { readContent, readTexts } from '../page-context.ts'
import { Figures, figuresAt } from '../site/figures.tsx'
import { ComingSoonButton, ComingSoonNote, PageHero, Section } from '../site/page-parts.tsx'
import { LazyImage } from '../site/lazy-image.tsx'
import { metadataOfTexts } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'
import type { Route } from './+types/swahili-tech-women.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  metadataOfTexts(loaderData, { path: page.path })

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { figures, testimonials } = await readContent(context)
  return {
    texts: await readTexts(context, 'swahili-tech-women'),
    figures: figuresAt(figures, 'swahili-tech-women'),
    testimonials,
  }
}

export default function SwahiliTechWomen({ loaderData }: Route.ComponentProps) {
  const { join, more, stats, initiatives, proverb, motif } = page
  const { texts } = loaderData
  return (
    <main id="main">
      <PageHero title={texts.title} lead={texts.lead} motif={motif} />
      <Section title={stats.title} tone="dark">
        <Figures figures={loaderData.figures} />
      </Section>
      <Section title={initiatives.title}>
        <ol className="mt-8 max-w-3xl border-l-4 border-coral-500">
          {texts.initiatives.map(({ title, text }) => (
            <li key={title} className="relative pb-8 pl-8 last:pb-0">
              <span className="absolute top-0.5 -left-4 size-7 rounded-full border-4 border-coral-500 bg-sand-50" />
              <h3 className="text-2xl">{title}</h3>
              <p className="mt-1.5 text-lg">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Kanga proverb={proverb} motif={motif} />
      <Section title={join.title}>
        <div className="mt-6 space-y-6">
          {[join, more].map(({ button, note }, i) => (
            <div key={button}>
              <ComingSoonButton name={button} about={texts.title} describedBy={`note-${i}`} />
              <ComingSoonNote id={`note-${i}`} note={note} />
            </div>
          ))}
        </div>
      </Section>
      <Testimonials items={loaderData.testimonials} />
    </main>
  )
}

function Testimonials({ items }: { items: readonly PublicItem<'testimonials'>[] }) {
  if (items.length === 0) return null
  return (
    <Section title={page.testimonials.title} tone="sand">
      <div className="mt-8 grid grid-cols-1 gap-6 @5xl:grid-cols-3">
        {items.map(({ slug, quote, name, role, image }) => (
          <figure key={slug} className="flex flex-col rounded-md bg-white p-6">
            <blockquote className="flex-1 font-display text-xl">“{quote}”</blockquote>
            <figcaption className="mt-5 flex flex-wrap items-center gap-4">
              <LazyImage {...image} className="w-20 shrink-0 rounded-full" sizes="80px" />
              <div>
                <p className="font-semibold">{name}</p>
                <p className="text-muted">{role}</p>
              </div>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  )
}

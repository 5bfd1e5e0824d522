import { caseManagement as page } from '../../content/program-pages.ts'
import { readContent, readTexts } from '../page-context.ts'
import { cn } from '../lib/cn.ts'
import { Figures, figuresAt } from '../site/figures.tsx'
import { metadataOfTexts } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'
import { PageHero, Section } from '../site/page-parts.tsx'
import type { Route } from './+types/case-management.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  metadataOfTexts(loaderData, { path: page.path })

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { figures } = await readContent(context)
  return {
    texts: await readTexts(context, 'case-management'),
    figures: figuresAt(figures, 'case-management'),
  }
}

export default function CaseManagement({ loaderData }: Route.ComponentProps) {
  const { features, impact, proverb, motif } = page
  const { texts } = loaderData
  return (
    <main id="main">
      <PageHero title={texts.title} lead={texts.lead} motif={motif} />
      <Section title={features.title}>
        <ol className="mt-8 grid grid-cols-1 border-8 border-dashed border-coral-800 @3xl:grid-cols-2">
          {texts.features.map(({ title, text }, i) => (
            <li key={title} className={cn('flex flex-wrap gap-x-5 p-6 @3xl:p-10', strands[i % 4])}>
              <span aria-hidden="true" className="font-display text-hero font-bold">
                {i + 1}
              </span>
              <div className="flex-1 basis-40">
                <h3 className="text-2xl">{title}</h3>
                <p className="mt-2">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Section>
      <Kanga proverb={proverb} motif={motif} />
      <Section title={impact.title} tone="dark">
        <Figures figures={loaderData.figures} />
      </Section>
    </main>
  )
}

/** Tiles that cross each other like the strands of a mat. */
const strands = [
  'bg-lagoon-800 text-white',
  'bg-mango-200',
  'bg-mango-200 @max-3xl:bg-lagoon-800 @max-3xl:text-white',
  'bg-lagoon-800 text-white @max-3xl:bg-mango-200 @max-3xl:text-ink',
]

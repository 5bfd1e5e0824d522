import { type ProgramTab, programs, programTabs } from '../../content/programs.ts'
import tabs from '../scripts/program-tabs.ts?worker&url'
import { readContent, readTexts } from '../page-context.ts'
import { cn } from '../lib/cn.ts'
import { Columns, PageHero, Section } from '../site/page-parts.tsx'
import { Fact } from '../site/fact.tsx'
import { metadataOfTexts } from '../site/frame/metadata.ts'
import { grounds, Motif } from '../site/motif.tsx'
import { Kanga } from '../site/motifs.tsx'
import { ProgramCard } from '../site/program-card.tsx'
import type { Route } from './+types/programs.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  metadataOfTexts(loaderData, {
    keywords: programTabs.map(({ label }) => label),
    path: '/programs',
  })

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { programs: cards } = await readContent(context)
  return {
    texts: await readTexts(context, 'programs'),
    cards: cards.filter(({ place }) => place === 'programs'),
  }
}

export default function Programs({ loaderData }: Route.ComponentProps) {
  const { approach, special } = programs
  const { texts } = loaderData
  return (
    <main id="main" data-script={tabs}>
      <PageHero title={texts.title} lead={texts.lead} motif="rosette" art={<Patchwork />} />
      <Section title={programs.tabs} tone="sand">
        <Tabs />
      </Section>
      <Section title={approach.title}>
        <Columns text={texts.approach} />
      </Section>
      <Kanga proverb={programs.proverb} />
      <Section title={special.title}>
        <ul className="mt-8 grid grid-cols-1 gap-6 @3xl:grid-cols-2 @5xl:grid-cols-3">
          {loaderData.cards.map((card) => (
            <ProgramCard key={card.slug} {...card} compact />
          ))}
        </ul>
      </Section>
    </main>
  )
}

/** The motifs of the four programs, side by side. */
function Patchwork() {
  return (
    <div className="grid size-full grid-cols-2 grid-rows-2">
      {programTabs.map(({ id, motif }) => (
        <div key={id} className={cn('min-h-0 p-1.5 @3xl:p-6', grounds[motif])}>
          <Motif name={motif} className="size-full" />
        </div>
      ))}
    </div>
  )
}

/** Links to the four panels. scripts/program-tabs.ts turns the links into tabs. */
function Tabs() {
  return (
    <div data-tabs className="mt-8">
      <ul className="mb-3 grid grid-cols-1 gap-2 @min-[30rem]:grid-cols-2 @3xl:mb-0 @3xl:grid-cols-4">
        {programTabs.map(({ id, label, motif }) => (
          <li key={id} className="grid min-w-0">
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center gap-3 rounded-lg border-4 border-lagoon-800 @3xl:flex-col @3xl:gap-1 @3xl:rounded-b-none @3xl:border-b-0 bg-white px-3 py-1 text-center text-sm @3xl:py-2 font-semibold wrap-anywhere text-lagoon-900 hover:bg-lagoon-100 aria-selected:bg-lagoon-800 aria-selected:text-white forced-colors:aria-selected:underline"
            >
              <Motif name={motif} className="size-8 shrink-0" />
              {label}
            </a>
          </li>
        ))}
      </ul>
      {programTabs.map((tab) => (
        <Panel key={tab.id} tab={tab} />
      ))}
    </div>
  )
}

function Panel({ tab: { id, label, motif, programs: cards } }: { tab: ProgramTab }) {
  return (
    <section
      id={id}
      data-panel
      aria-label={label}
      className={cn(
        'rounded-lg border-4 border-lagoon-800 p-5 @3xl:rounded-t-none @3xl:p-8',
        grounds[motif],
      )}
    >
      <h3 className="flex flex-wrap items-center gap-4 text-2xl">
        <Motif name={motif} className="size-16 shrink-0" />
        {label}
      </h3>
      <ul className="mt-6 grid grid-cols-1 gap-6 @5xl:grid-cols-3">
        {cards.map(({ title, description, duration, frequency }) => (
          <li key={title} className="flex flex-col rounded-md bg-white p-6 text-ink">
            <h4 className="font-display text-xl font-bold wrap-anywhere">{title}</h4>
            <p className="mt-2 mb-5 flex-1">{description}</p>
            <dl className="tiles gap-0 border-t-4 border-dotted border-coral-500 pt-3 [--tile:7rem] [&_dd]:font-semibold [&_dt]:text-sm">
              <Fact name={programs.terms.duration}>{duration}</Fact>
              <Fact name={programs.terms.frequency}>{frequency}</Fact>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { campusAmbassador as page } from '../../content/program-pages.ts'
import { Columns, ComingSoon, PageHero, Section, TitledList } from '../site/page-parts.tsx'
import { metadata } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'

export const meta = () => metadata({ title: page.title, description: page.lead, path: page.path })

export default function CampusAmbassador() {
  const { overview, universities, benefits, nominate, proverb, motif } = page
  return (
    <main id="main">
      <PageHero {...page} />
      <Section title={overview.title}>
        <Columns paragraphs={overview.paragraphs} />
      </Section>
      <Section title={universities.title} tone="dark">
        <ul className="tiles mt-8 gap-4 [--tile:9.5rem]">
          {universities.items.map(({ name, place }) => (
            <li
              key={name}
              className="flex aspect-square flex-col items-center justify-center rounded-full border-8 border-dotted border-mango-400 bg-lagoon-700 p-3 text-center text-sm leading-tight"
            >
              <span className="font-semibold">{name}</span>
              <span className="mt-1 text-mango-200">{place}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={benefits.title}>
        <TitledList items={benefits.items} />
      </Section>
      <Kanga proverb={proverb} motif={motif} />
      <Section title={nominate.title} text={nominate.text} tone="sand">
        <div className="mt-8">
          <ComingSoon id="nominate-note" {...nominate} />
        </div>
      </Section>
    </main>
  )
}

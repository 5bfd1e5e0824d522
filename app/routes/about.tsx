import { about } from '../../content/about.ts'
import { Columns, PageHero, Section, TitledList } from '../site/page-parts.tsx'
import { ExternalLink } from '../site/external-link.tsx'
import { metadata } from '../site/frame/metadata.ts'
import { Harbour, Kanga } from '../site/motifs.tsx'
import { buttonStyle } from '../ui/button.tsx'

export const meta = () => metadata({ title: about.title, description: about.lead, path: '/about' })

export default function About() {
  const { story, values, database, proverb } = about
  return (
    <main id="main">
      <PageHero title={about.title} lead={about.lead} motif="rosette" />
      <Section title={story.title}>
        <Columns paragraphs={story.paragraphs} />
      </Section>
      <Documentary />
      <Section title={values.title}>
        <TitledList items={values.items} />
      </Section>
      <Kanga proverb={proverb} />
      <Section title={database.title} text={database.text} tone="sand">
        <ExternalLink
          href={database.href}
          className={buttonStyle({ size: 'lg', className: 'mt-8' })}
        >
          {database.button}
        </ExternalLink>
      </Section>
    </main>
  )
}

/** Picture that links to the film on another site. The page loads nothing from that site. */
function Documentary() {
  const { title, text, play, note, href } = about.documentary
  return (
    <Section title={title} text={text} tone="dark">
      <div className="@container mt-8 overflow-hidden rounded-lg bg-sand-200 text-ink">
        <div className="kanga-border" />
        <div className="grid grid-cols-1 items-end overflow-hidden @2xl:grid-cols-[2fr_1fr]">
          <Harbour className="w-full" />
          <div className="relative bg-lagoon-950 p-6 text-white @2xl:self-stretch @2xl:bg-transparent @2xl:text-ink">
            <ExternalLink
              href={href}
              className={buttonStyle({ variant: 'accent', size: 'lg', className: 'max-w-full' })}
            >
              <svg viewBox="0 0 12 12" aria-hidden="true" fill="currentColor">
                <path d="M1 0l11 6-11 6z" />
              </svg>
              {play}
            </ExternalLink>
            <p className="mt-4 text-sm">{note}</p>
          </div>
        </div>
        <div className="kanga-border" />
      </div>
    </Section>
  )
}

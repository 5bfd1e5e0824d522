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

/** Poster that links to the film on another site. The page loads nothing from that site. */
function Documentary() {
  const { title, text, play, note, href } = about.documentary
  return (
    <Section title={title} tone="dark">
      <div className="mt-6 grid grid-cols-1 items-center gap-8 @5xl:grid-cols-[2fr_1fr]">
        <div className="grid items-center overflow-hidden rounded-lg bg-sand-200 [&>*]:[grid-area:1/1]">
          <Harbour className="aspect-video w-full" preserveAspectRatio="xMidYMid slice" />
          <div className="p-4 text-center">
            <ExternalLink
              href={href}
              className={buttonStyle({
                variant: 'accent',
                size: 'lg',
                className: 'shadow-floating',
              })}
            >
              <svg viewBox="0 0 12 12" aria-hidden="true" fill="currentColor">
                <path d="M1 0l11 6-11 6z" />
              </svg>
              {play}
            </ExternalLink>
          </div>
        </div>
        <div>
          <p className="text-lg">{text}</p>
          <p className="mt-4 text-sm">{note}</p>
        </div>
      </div>
    </Section>
  )
}

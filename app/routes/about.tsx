import { about } from '../../content/about.ts'
import { readTexts } from '../page-context.ts'
import { Columns, PageHero, Section, TitledList } from '../site/page-parts.tsx'
import { ExternalLink } from '../site/external-link.tsx'
import { metadataOfTexts } from '../site/frame/metadata.ts'
import { Harbour, Kanga } from '../site/motifs.tsx'
import { RichText } from '../site/rich-text.tsx'
import { buttonStyle } from '../ui/button.tsx'
import type { Route } from './+types/about.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  texts: await readTexts(context, 'about'),
})

export const meta = ({ loaderData }: Route.MetaArgs) =>
  metadataOfTexts(loaderData, { path: '/about' })

export default function About({ loaderData: { texts } }: Route.ComponentProps) {
  const { story, values, database, proverb } = about
  return (
    <main id="main">
      <PageHero title={texts.title} lead={texts.lead} motif="rosette" />
      <Section title={story.title}>
        <Columns text={texts.story} />
      </Section>
      <Documentary text={texts.film} href={texts.filmLink} />
      <Section title={values.title}>
        <TitledList
          items={texts.values.map((value, i) => ({
            ...value,
            motif: values.motifs[i % values.motifs.length],
          }))}
        />
      </Section>
      <Kanga proverb={proverb} />
      <Section title={database.title} text={texts.youthDatabase} tone="sand">
        <ExternalLink
          href={texts.youthDatabaseLink}
          className={buttonStyle({ size: 'lg', className: 'mt-8' })}
        >
          {database.button}
        </ExternalLink>
      </Section>
    </main>
  )
}

/** Poster that links to the film on another site. The page loads nothing from that site. */
function Documentary({ text, href }: { text: string; href: string }) {
  const { title, play, note } = about.documentary
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
          <div className="space-y-4 text-lg">
            <RichText text={text} className={null} />
          </div>
          <p className="mt-4 text-sm">{note}</p>
        </div>
      </div>
    </Section>
  )
}

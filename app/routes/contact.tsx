import { contact } from '../../content/contact.ts'
import { site } from '../../content/site.ts'
import { readTexts } from '../page-context.ts'
import { ContactCards } from '../site/contact-cards.tsx'
import { ExternalLink } from '../site/external-link.tsx'
import { metadataOfTexts } from '../site/frame/metadata.ts'
import { Drawing, Kanga } from '../site/motifs.tsx'
import oldTownMap from '../site/motifs/old-town-map.svg?raw'
import { PageHero, Section } from '../site/page-parts.tsx'
import { RichText } from '../site/rich-text.tsx'
import { buttonStyle } from '../ui/button.tsx'
import type { Route } from './+types/contact.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
  texts: await readTexts(context, 'contact'),
})

export const meta = ({ loaderData }: Route.MetaArgs) =>
  metadataOfTexts(loaderData, { path: '/contact' })

export default function Contact({ loaderData: { texts } }: Route.ComponentProps) {
  const { map } = contact
  return (
    <main id="main">
      <PageHero title={texts.title} lead={texts.lead} motif="mnara" />
      <Section title={contact.cards} tone="sand">
        <ContactCards />
      </Section>
      <Section title={map.title}>
        <div className="mt-8 grid grid-cols-1 items-center gap-8 @5xl:grid-cols-[2fr_1fr]">
          <div className="relative overflow-hidden rounded-lg border-4 border-lagoon-800">
            <OldTownMap />
            {/* The frame stays empty and transparent until a click on the link below loads the
          map. */}
            {/* oxlint-disable-next-line react/iframe-missing-sandbox -- shows another origin, which cannot access this site */}
            <iframe name="map" title={map.frame} className="absolute inset-0 size-full" />
          </div>
          <div>
            <div className="space-y-4 text-lg">
              <RichText text={texts.directions} className={null} />
            </div>
            <div className="mt-6 flex flex-wrap gap-3">
              <a
                href={site.map.embed}
                target="map"
                referrerPolicy="no-referrer"
                className={buttonStyle()}
              >
                {map.show}
              </a>
              <ExternalLink href={site.map.page} className={buttonStyle({ variant: 'outline' })}>
                {map.open}
              </ExternalLink>
            </div>
            <p className="mt-3 text-sm text-muted">{map.from}</p>
          </div>
        </div>
      </Section>
      <Kanga proverb={contact.proverb} motif="mnara" />
    </main>
  )
}

/** Map of the lanes around the foundation's building, drawn from memory. */
function OldTownMap() {
  return (
    <>
      <p className="sr-only">
        Drawn map: the house stands between the fish market and the fort, two lanes from the sea
        wall of the old harbour.
      </p>
      <Drawing
        svg={oldTownMap}
        className="block max-h-105 min-h-80 w-full"
        preserveAspectRatio="xMidYMid slice"
      />
    </>
  )
}

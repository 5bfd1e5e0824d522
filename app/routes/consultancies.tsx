import { consultancyPage as page } from '../../content/consultancies.ts'
import { readContent, readTexts } from '../page-context.ts'
import { ConsultancyCard } from '../site/consultancy-card.tsx'
import { metadataOfTexts } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'
import { PageHero, Section } from '../site/page-parts.tsx'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/consultancies.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  metadataOfTexts(loaderData, { path: page.path })

export const loader = async ({ context }: Route.LoaderArgs) => ({
  texts: await readTexts(context, 'consultancies'),
  calls: (await readContent(context)).consultancies,
})

export default function Consultancies({
  loaderData: { texts, calls },
}: Pick<Route.ComponentProps, 'loaderData'>) {
  const { empty } = page
  return (
    <main id="main">
      <PageHero title={texts.title} lead={texts.lead} motif="dira" />
      {calls.length > 0 ? (
        <ul className="wrap space-y-8 py-14 @5xl:py-20">
          {calls.map((call) => (
            <ConsultancyCard key={call.slug} call={call} />
          ))}
        </ul>
      ) : (
        <Section title={empty.title} text={empty.text}>
          <LinkButton {...empty.link} className="mt-7" />
        </Section>
      )}
      <Kanga proverb={page.proverb} motif="dira" />
    </main>
  )
}

import { consultancyPage as page } from '../../content/consultancies.ts'
import { readContent } from '../page-context.ts'
import { ConsultancyCard } from '../site/consultancy-card.tsx'
import { metadata } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'
import { PageHero, Section } from '../site/page-parts.tsx'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/consultancies.ts'

export const meta = () => metadata({ title: page.title, description: page.lead, path: page.path })

export const loader = async ({ context }: Route.LoaderArgs) => ({
  calls: (await readContent(context)).consultancies,
})

export default function Consultancies({
  loaderData: { calls },
}: Pick<Route.ComponentProps, 'loaderData'>) {
  const { empty } = page
  return (
    <main id="main">
      <PageHero title={page.title} lead={page.lead} motif="dira" />
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

import { team } from '../../content/team.ts'
import { readContent, readTexts } from '../page-context.ts'
import { metadataOfTexts } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'
import { PageHero, Section } from '../site/page-parts.tsx'
import { TeamCard } from '../site/team-card.tsx'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/team.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  metadataOfTexts(loaderData, { path: '/team' })

export const loader = async ({ context }: Route.LoaderArgs) => ({
  texts: await readTexts(context, 'team'),
  members: (await readContent(context)).team,
})

export default function Team({ loaderData }: Route.ComponentProps) {
  const { join } = team
  return (
    <main id="main">
      <PageHero title={loaderData.texts.title} lead={loaderData.texts.lead} motif="kofia" />
      <Section title={team.members} tone="sand">
        <ul className="mt-8 grid grid-cols-2 gap-x-4 gap-y-10 @3xl:grid-cols-4 @5xl:gap-x-8">
          {loaderData.members.map((member) => (
            <TeamCard key={member.slug} member={member} detailed />
          ))}
        </ul>
      </Section>
      <Kanga proverb={team.proverb} motif="kofia" />
      <Section title={join.title} text={loaderData.texts.join}>
        <div className="mt-7 flex flex-wrap gap-3">
          {join.links.map(({ name, href }) => (
            <LinkButton key={href} {...{ name, href }} />
          ))}
        </div>
      </Section>
    </main>
  )
}

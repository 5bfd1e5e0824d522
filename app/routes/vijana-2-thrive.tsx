import { consultancyPage } from '../../content/consultancies.ts'
import { vijana2Thrive as page } from '../../content/vijana-2-thrive.ts'
import { readContent } from '../page-context.ts'
import { applyByMail } from '../site/apply-by-mail.ts'
import { useContact } from '../site/contact.ts'
import { statusOf, StatusBadge } from '../site/consultancy-card.tsx'
import { Figures } from '../site/figures.tsx'
import { metadata } from '../site/frame/metadata.ts'
import { PageHero } from '../site/page-parts.tsx'
import { TextPage } from '../site/text-page.tsx'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/vijana-2-thrive.ts'

export const meta = () =>
  metadata({
    title: page.title,
    description: page.call.shortDescription,
    path: page.path,
    type: 'article',
    published: page.call.dateAdded,
    section: page.call.category,
    tags: page.call.tags,
  })

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { consultancies } = await readContent(context)
  const call = consultancies.find(({ slug }) => slug === page.call.id)
  return { isClosed: !call || statusOf(call) === 'closed' }
}

export default function Vijana2Thrive({ loaderData: { isClosed } }: Route.ComponentProps) {
  return (
    <main id="main">
      <PageHero title={page.title} lead={page.lead} motif="dira">
        {isClosed ? (
          <p className="mt-7">
            <StatusBadge status="closed" />
          </p>
        ) : (
          <Apply name={page.apply} />
        )}
      </PageHero>
      <div className="bg-lagoon-900">
        <div className="wrap pt-2 pb-10">
          <Figures figures={page.facts} />
        </div>
      </div>
      <TextPage
        sections={page.sections}
        contents={page.contents}
        before={
          <a className="link inline-flex min-h-11 items-center" href={consultancyPage.path}>
            ← {page.back}
          </a>
        }
      >
        {isClosed ? null : <Apply name={page.send} />}
      </TextPage>
    </main>
  )
}

function Apply({ name }: { name: string }) {
  const href = applyByMail(useContact().hrEmail, page.call.title)
  return <LinkButton href={href} name={name} size="lg" className="mt-7 self-start" />
}

import { data } from 'react-router'
import { consultancyPage as page } from '../../content/consultancies.ts'
import { readContent } from '../page-context.ts'
import { applyByMail } from '../site/apply-by-mail.ts'
import { useContact } from '../site/contact.ts'
import { CallFacts, statusOf, StatusBadge } from '../site/consultancy-card.tsx'
import { metadata } from '../site/frame/metadata.ts'
import { MissingItem, PageHero } from '../site/page-parts.tsx'
import { RichText } from '../site/rich-text.tsx'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/consultancy.ts'

const toAll = { href: page.path, name: page.all }

export const loader = async ({ context, params }: Route.LoaderArgs) => {
  const { consultancies } = await readContent(context)
  const call = consultancies.find(({ slug }) => slug === params.slug) ?? null
  return data({ call }, { status: call ? 200 : 404 })
}

export function meta({ loaderData }: Route.MetaArgs) {
  const call = loaderData?.call
  if (!call) return metadata({ title: page.notFound, path: '/404', hidden: true })
  return metadata({
    title: call.title,
    description: call.shortDescription,
    path: `${page.path}/${call.slug}`,
    type: 'article',
    published: call.dateAdded,
    section: call.category,
    tags: call.tags,
  })
}

/** A call for consultants with all details. */
export default function Consultancy({ loaderData: { call } }: Route.ComponentProps) {
  const { hrEmail } = useContact()
  if (!call) return <MissingItem title={page.notFound} link={toAll} />
  const status = statusOf(call)
  return (
    <main id="main">
      <PageHero title={call.title} lead={call.shortDescription} motif="dira" />
      <div className="wrap py-10 @5xl:py-16">
        <p className="flex flex-wrap items-center gap-3">
          <StatusBadge status={status} />
          <span>{call.category}</span>
        </p>
        <CallFacts call={call} />
        <div className="max-w-2xl">
          <RichText text={call.fullDescription} />
          <div className="mt-7 flex flex-wrap gap-3">
            <LinkButton {...toAll} variant="outline" />
            {status === 'closed' ? null : (
              <LinkButton href={applyByMail(hrEmail, call.title)} name={page.apply} />
            )}
          </div>
        </div>
      </div>
    </main>
  )
}

import { data } from 'react-router'
import { consultancyPage as page } from '../../content/consultancies.ts'
import { readContent } from '../page-context.ts'
import { applyByMail } from '../site/apply-by-mail.ts'
import { CallFacts, statusOf, StatusBadge } from '../site/consultancy-card.tsx'
import { metadata } from '../site/frame/metadata.ts'
import { PageHero } from '../site/page-hero.tsx'
import { RichText } from '../site/rich-text.tsx'
import { buttonStyle } from '../ui/button.tsx'
import type { Route } from './+types/consultancy.ts'

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
  if (!call) return <NotFound />
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
            <a href={page.path} className={buttonStyle({ variant: 'outline' })}>
              {page.title}
            </a>
            {status === 'closed' ? null : (
              <a href={applyByMail(call.title)} className={buttonStyle()}>
                {page.apply}
              </a>
            )}
          </div>
        </div>
      </div>
    </main>
  )
}

function NotFound() {
  return (
    <main id="main" className="makuti bg-sand-100">
      <div className="wrap py-16 text-center @3xl:py-24">
        <h1 className="mb-8 text-title">{page.notFound}</h1>
        <a href={page.path} className={buttonStyle({ variant: 'outline' })}>
          {page.title}
        </a>
      </div>
    </main>
  )
}

import { data } from 'react-router'
import { departments, departmentWords as words } from '../../content/departments.ts'
import { cn } from '../lib/cn.ts'
import { readTexts } from '../page-context.ts'
import { metadataOfTexts } from '../site/frame/metadata.ts'
import { grounds, Motif } from '../site/motif.tsx'
import { Kanga } from '../site/motifs.tsx'
import { BulletList, PageHero, Section, TitledList } from '../site/page-parts.tsx'
import { LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/department.ts'
import NotFound, { meta as notFound } from './not-found.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = bySlug(params.slug)
  return page ? { texts: await readTexts(context, page.slug) } : data(null, { status: 404 })
}

export function meta({ loaderData, params: { slug } }: Route.MetaArgs) {
  return loaderData
    ? metadataOfTexts(loaderData, { path: `/department/${slug}` })
    : notFound({ matches: [] })
}

export default function Department({ params, loaderData }: Route.ComponentProps) {
  const page = bySlug(params.slug)
  if (!page || !loaderData) return <NotFound />
  const { proverb, motif } = page
  const { title, lead, work, now } = loaderData.texts
  return (
    <main id="main">
      <PageHero title={title} lead={lead} motif={motif} />
      <Section title={words.work}>
        <TitledList items={work} />
      </Section>
      <Kanga proverb={proverb} motif={motif} />
      <div className="makuti bg-sand-100">
        <div className="wrap grid grid-cols-1 gap-10 py-14 @3xl:grid-cols-2 @5xl:py-20">
          <section
            className={cn('relative overflow-hidden rounded-lg p-8 pb-44 text-lg', grounds[motif])}
          >
            <h2 className="text-2xl">{words.now}</h2>
            <BulletList items={now} />
            <Motif name={motif} className="absolute -right-8 -bottom-14 size-52" />
          </section>
          <section className="self-center">
            <h2 className="text-title">{words.links}</h2>
            <p className="mt-4 text-lg">{words.text}</p>
            <div className="mt-7 flex flex-wrap gap-3">
              <LinkButton {...words.connect} />
              <LinkButton {...words.involve} variant="outline" />
            </div>
          </section>
        </div>
      </div>
    </main>
  )
}

function bySlug(slug: string) {
  return departments.find((department) => department.slug === slug)
}

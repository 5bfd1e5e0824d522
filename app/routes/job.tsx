import { data } from 'react-router'
import { careers } from '../../content/jobs.ts'
import type { PublicItem } from '../../contract/content/public-items.ts'
import { plainText } from '../../contract/content/text.ts'
import { readContent } from '../page-context.ts'
import { applyByMail } from '../site/apply-by-mail.ts'
import { useContact } from '../site/contact.ts'
import { ApplyUntil } from '../site/apply-until.tsx'
import { ExternalLink } from '../site/external-link.tsx'
import { Fact } from '../site/fact.tsx'
import { metadata } from '../site/frame/metadata.ts'
import { BulletList, MissingItem, PageHero } from '../site/page-parts.tsx'
import { RichText } from '../site/rich-text.tsx'
import { buttonStyle, LinkButton } from '../ui/button.tsx'
import type { Route } from './+types/job.ts'

type Position = PublicItem<'jobs'>

const toAll = { href: '/careers', name: careers.back }

export const loader = async ({ context, params }: Route.LoaderArgs) => {
  const { jobs } = await readContent(context)
  const job = jobs.find(({ slug }) => slug === params.jobId) ?? null
  return data({ job }, { status: job ? 200 : 404 })
}

/** A closed job has no JobPosting data, so that search engines no longer offer it. */
export function meta({ loaderData }: Route.MetaArgs) {
  const job = loaderData?.job
  if (!job) return metadata({ title: careers.notFound.title, path: '/404', hidden: true })
  const { slug, title, location, posted, deadline, employmentType, isOver } = job
  const description = plainText(job.position_summary)
  return metadata({
    title,
    description,
    path: `/career/${slug}`,
    ...(!isOver && {
      job: { title, description, location, posted, deadline, employmentType },
    }),
  })
}

export default function Job({ loaderData: { job } }: Route.ComponentProps) {
  if (!job) return <MissingItem {...careers.notFound} link={toAll} />
  const { title, programme, location } = job
  return (
    <main id="main">
      <PageHero title={title} lead={`${programme}, ${location}`} motif="nanga" />
      <div className="wrap grid grid-cols-1 gap-x-14 gap-y-10 py-10 @5xl:grid-cols-[2fr_5fr] @5xl:py-16">
        <Facts job={job} />
        <div className="max-w-2xl space-y-10">
          <Part title="About" content={job.about} />
          <Part title="Position Overview" content={job.position_summary} />
          <Part title="Scope of Role" content={job.scope} />
          <Part title="Responsibilities" content={job.responsibilities} />
          <Part title="Key Areas" content={job.key_areas} />
          <Part title="Qualifications" content={job.qualifications} />
          <Part title="Skills" content={job.skills} />
          <Application job={job} />
          <LinkButton {...toAll} variant="outline" />
        </div>
      </div>
    </main>
  )
}

function Facts({ job }: { job: Position }) {
  return (
    <dl className="space-y-3 self-start rounded-md border-t-8 border-coral-500 bg-white p-6 [&_dd]:font-semibold [&_dt]:text-sm @5xl:sticky @5xl:top-24">
      <Fact name="Programme">{job.programme}</Fact>
      <Fact name="Location">{job.location}</Fact>
      <Fact name="Duration">{job.duration}</Fact>
      <Fact name="Reporting to">{job.reporting_to}</Fact>
      <Fact name="Direct reports">{job.direct_reports}</Fact>
    </dl>
  )
}

function Part({ title, content }: { title: string; content: string | string[] }) {
  return (
    <section>
      <h2 className="text-2xl">{title}</h2>
      {typeof content === 'string' ? <RichText text={content} /> : <BulletList items={content} />}
    </section>
  )
}

function Application({ job }: { job: Position }) {
  const { title, deadline, submission, note, isOver } = job
  const { hrEmail } = useContact()
  return (
    <section className="rounded-lg bg-mango-200 p-6 @3xl:p-8">
      <h2 className="text-2xl">Application Details</h2>
      <ApplyUntil day={deadline} isOver={isOver} />
      {isOver ? null : (
        <>
          <RichText text={submission} />
          {note === null ? null : <RichText text={note} />}
          <ExternalLink
            href={job.application_link}
            className={buttonStyle({ size: 'lg', className: 'mt-6' })}
          >
            {careers.apply}
          </ExternalLink>
          <p className="mt-4">
            {careers.byMail}{' '}
            <a className="link" href={applyByMail(hrEmail, title)}>
              {hrEmail}
            </a>
          </p>
        </>
      )}
    </section>
  )
}

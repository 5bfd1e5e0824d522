import { careers } from '../../content/jobs.ts'
import type { PublicItem } from '../../contract/content/public-items.ts'
import { plainText } from '../../contract/content/text.ts'
import { readContent, readTexts } from '../page-context.ts'
import { ApplyUntil } from '../site/apply-until.tsx'
import { metadataOfTexts } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'
import { PageHero, Section } from '../site/page-parts.tsx'
import { buttonStyle } from '../ui/button.tsx'
import type { Route } from './+types/careers.ts'

type Job = PublicItem<'jobs'>

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { jobs } = await readContent(context)
  return {
    texts: await readTexts(context, 'careers'),
    open: jobs.filter(({ isOver }) => !isOver),
    closed: jobs.filter((job) => job.isOver),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  metadataOfTexts(loaderData, { path: '/careers' })

export default function Careers({ loaderData }: Route.ComponentProps) {
  const { texts, open, closed } = loaderData
  const { list } = careers
  return (
    <main id="main">
      <PageHero title={texts.title} lead={texts.lead} motif="nanga" />
      <Section title={list.title} {...(open.length === 0 && { text: list.empty })} tone="sand">
        {open.length > 0 ? <Jobs jobs={open} /> : null}
      </Section>
      {closed.length > 0 ? (
        <Section title={careers.closedList}>
          <Jobs jobs={closed} />
        </Section>
      ) : null}
      <Kanga proverb={careers.proverb} motif="nanga" />
    </main>
  )
}

function Jobs({ jobs }: { jobs: Job[] }) {
  return (
    <ul className="mt-8 space-y-6">
      {jobs.map((job) => (
        <li
          key={job.slug}
          className="grid grid-cols-1 items-center gap-6 rounded-lg border-l-8 border-coral-500 bg-white p-6 @3xl:grid-cols-[1fr_auto] @3xl:p-8"
        >
          <div>
            <h3 className="text-2xl">{job.title}</h3>
            <p className="mt-1 font-semibold">
              {job.programme}, {job.location}. {job.duration}.
            </p>
            <p className="mt-3 max-w-2xl">{plainText(job.position_summary)}</p>
            <ApplyUntil day={job.deadline} isOver={job.isOver} />
          </div>
          <a href={`/career/${job.slug}`} className={buttonStyle({ size: 'lg' })}>
            {careers.details}
            <span className="sr-only">: {job.title}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

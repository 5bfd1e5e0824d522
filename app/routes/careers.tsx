import { careers, jobs } from '../../content/jobs.ts'
import { ApplyUntil } from '../site/apply-until.tsx'
import { metadata } from '../site/frame/metadata.ts'
import { Kanga } from '../site/motifs.tsx'
import { PageHero } from '../site/page-hero.tsx'
import { Section } from '../site/section.tsx'
import { buttonStyle } from '../ui/button.tsx'

export const meta = () =>
  metadata({ title: careers.title, description: careers.lead, path: '/careers' })

export default function Careers() {
  return (
    <main id="main">
      <PageHero title={careers.title} lead={careers.lead} motif="nanga" />
      <Section title={careers.list.title} tone="sand">
        <ul className="mt-8 space-y-6">
          {jobs.map(({ id, title, programme, location, duration, overview, application }) => (
            <li
              key={id}
              className="grid grid-cols-1 items-center gap-6 rounded-lg border-l-8 border-coral-500 bg-white p-6 @3xl:grid-cols-[1fr_auto] @3xl:p-8"
            >
              <div>
                <h3 className="text-2xl">{title}</h3>
                <p className="mt-1 font-semibold">
                  {programme}, {location}. {duration}.
                </p>
                <p className="mt-3 max-w-2xl">{overview.position_summary}</p>
                <ApplyUntil day={application.deadline} />
              </div>
              <a href={`/career/${id}`} className={buttonStyle({ size: 'lg' })}>
                {careers.details}
                <span className="sr-only">: {title}</span>
              </a>
            </li>
          ))}
        </ul>
      </Section>
      <Kanga proverb={careers.proverb} motif="nanga" />
    </main>
  )
}

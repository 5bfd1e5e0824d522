import { consultancyPage as page } from '../../content/consultancies.ts'
import type { PublicItem } from '../../contract/content/public-items.ts'
import { cn } from '../lib/cn.ts'
import { longDate } from '../lib/public-dates.ts'
import { LinkButton } from '../ui/button.tsx'
import { applyByMail } from './apply-by-mail.ts'
import { useContact } from './contact.ts'
import { Fact } from './fact.tsx'

type Call = PublicItem<'consultancies'>

/** The status that staff have set. The deadline closes a call, unless staff keep its status. */
export function statusOf({ isOver, status }: Pick<Call, 'isOver' | 'status'>) {
  return isOver ? 'closed' : status
}

export function ConsultancyCard({ call }: { call: Call }) {
  const { slug, title, category, shortDescription, tags } = call
  const { hrEmail } = useContact()
  const status = statusOf(call)
  return (
    <li className="rounded-lg border-4 border-lagoon-800 bg-white p-[clamp(1rem,4cqi,2.5rem)]">
      <p className="flex flex-wrap items-center gap-3">
        <StatusBadge status={status} />
        <span>{category}</span>
      </p>
      <h2 className="mt-4 text-title">{title}</h2>
      <p className="mt-3 max-w-2xl text-lg">{shortDescription}</p>
      <CallFacts call={call} />
      <ul className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tag} className="rounded-full bg-mango-200 px-[min(0.75rem,3vw)] py-0.5 text-sm">
            {tag}
          </li>
        ))}
      </ul>
      <div className="mt-7 flex flex-wrap gap-3">
        <LinkButton href={`${page.path}/${slug}`} name={page.details} variant="outline" />
        {status === 'closed' ? null : (
          <LinkButton href={applyByMail(hrEmail, title)} name={page.apply} />
        )}
      </div>
    </li>
  )
}

export function CallFacts({ call }: { call: Call }) {
  const facts = [
    [page.facts.counties, call.counties.join(', ')],
    [page.facts.targetParticipants, call.targetParticipants],
    [page.facts.estimatedDuration, call.estimatedDuration],
    [page.facts.dateAdded, longDate(call.dateAdded, 'en-GB')],
    [page.facts.deadline, longDate(call.deadline, 'en-GB')],
    [page.facts.partner, call.partner],
  ] as const
  return (
    <dl className="tiles my-6 gap-y-4 border-y-4 border-dotted border-coral-500 py-5 [&_dd]:font-semibold [&_dt]:text-sm">
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}

const colours: Record<string, string> = {
  open: 'bg-leaf',
  closed: 'bg-danger',
  upcoming: 'bg-sky',
}

/** Badge with the status as text. Open is green, closed red, upcoming blue, all others grey. */
export function StatusBadge({ status }: { status: string }) {
  const names: Record<string, string> = page.statuses
  return (
    <span
      className={cn(
        'rounded-full px-[min(1rem,5vw)] py-0.5 font-semibold text-white',
        colours[status] ?? 'bg-grey',
      )}
    >
      {names[status] ?? status}
    </span>
  )
}

import { Link } from 'react-router'

import type { Analytics } from '../../../contract/application/analytics.ts'
import { formatDate } from '../../lib/staff-dates.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Weeks = Analytics['weeklyApplications']

/** Bar chart of applications per week, with the same data as a table for screen readers. */
export function WeeklyChart({ weeks }: { weeks: Weeks | undefined }) {
  return (
    <Card className="p-5">
      <h2 className="text-lg">Applications per Week</h2>
      {weeks ? (
        <>
          <p className="text-sm text-muted">{inWords(weeks)}</p>
          <Bars weeks={weeks} />
          <details className="mt-2 text-sm">
            <summary className="inline-flex min-h-8 items-center underline underline-offset-3 max-lg:min-h-11">
              Show as a table
            </summary>
            <WeekTable weeks={weeks} />
          </details>
        </>
      ) : (
        <Skeleton className="mt-3 h-60" />
      )}
    </Card>
  )
}

/** The highest and the latest bar have their number above, the first of a month its name below. */
function Bars({ weeks }: { weeks: Weeks }) {
  const largest = Math.max(1, ...weeks.map(({ count }) => count))
  const highest = weeks.findIndex(({ count }) => count === largest)
  return (
    <div
      aria-hidden="true"
      className="mt-3 flex h-44 items-stretch pt-5 pb-7 text-center text-xs *:min-w-0 *:flex-1"
    >
      {weeks.map(({ week, count }, index) => (
        <a
          key={week}
          href={listOf(week)}
          tabIndex={-1}
          title={`Week of ${formatDate(week)}: ${count.toLocaleString('en')}`}
          className="group relative flex flex-col justify-end border-b border-sand-300 px-[14%]"
        >
          <span
            className="relative rounded-xs bg-lagoon-500 group-hover:bg-lagoon-800"
            style={{ height: `${(100 * count) / largest}%` }}
          >
            {index === highest || index === weeks.length - 1 ? (
              <strong className="absolute inset-x-[-2rem] bottom-full font-semibold">
                {count.toLocaleString('en')}
              </strong>
            ) : null}
          </span>
          {isNewMonth(weeks, index) ? (
            <span className="absolute inset-x-[-2rem] top-full pt-1.5 text-muted">
              {monthOf(week)}
            </span>
          ) : null}
        </a>
      ))}
    </div>
  )
}

function WeekTable({ weeks }: { weeks: Weeks }) {
  return (
    <table className="mt-2 w-full max-w-sm">
      <caption className="sr-only">Applications per week, the latest first</caption>
      <thead>
        <tr className="border-b border-line text-left">
          <th scope="col" className="py-1 font-semibold">
            Week of
          </th>
          <th scope="col" className="py-1 text-right font-semibold">
            Applications
          </th>
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map(({ week, count }) => (
          <tr key={week} className="border-b border-sand-200">
            <td className="py-1">{formatDate(week)}</td>
            <td className="py-1 text-right tabular-nums">
              <Link
                className="link"
                to={listOf(week)}
                aria-label={`${count.toLocaleString('en')} in the week of ${formatDate(week)}`}
              >
                {count.toLocaleString('en')}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function inWords(weeks: Weeks) {
  const [first] = weeks
  const last = weeks.at(-1)
  if (!first || !last) return 'No weeks'
  const largest = weeks.reduce((one, other) => (other.count > one.count ? other : one))
  const sum = weeks.reduce((total, { count }) => total + count, 0)
  return `${sum.toLocaleString('en')} applications in ${weeks.length} weeks since ${formatDate(first.week)}; most, ${largest.count.toLocaleString('en')}, in the week of ${formatDate(largest.week)}; ${last.count.toLocaleString('en')} in the latest.`
}

/** Link to the applications of one week. A week begins on Monday at midnight in Kenya. */
function listOf(week: string) {
  const since = `${week}T00:00:00+03:00`
  const before = new Date(Date.parse(since) + 7 * 24 * 60 * 60 * 1000).toISOString()
  const query = new URLSearchParams({ view: 'all', since, before })
  return `/admin/industrial-attachments?${query}`
}

function isNewMonth(weeks: Weeks, index: number) {
  return index > 0 && weeks[index]?.week.slice(0, 7) !== weeks[index - 1]?.week.slice(0, 7)
}

function monthOf(week: string) {
  return formatDate(week).split(' ')[1]
}

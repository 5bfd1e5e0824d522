import { Link } from 'react-router'

import type { Analytics } from '../../../contract/application/analytics.ts'
import { formatDate } from '../../lib/staff-dates.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Fold } from '../fold.tsx'

type Weeks = Analytics['weeklyApplications']

/** In pixels: the height of the highest bar, and the space above it for its number. */
const height = 128
const above = 20

/** Bar chart of applications per week, with the same data as a table for screen readers. */
export function WeeklyChart({ weeks }: { weeks: Weeks | undefined }) {
  return (
    <Card className="p-5">
      <h2 className="text-lg">Applications per Week</h2>
      {weeks ? (
        <>
          <p className="text-sm text-muted">{inWords(weeks)}</p>
          {sumOf(weeks) > 0 ? (
            <>
              <Bars weeks={weeks} />
              <Fold summary="Show as a table" className="mt-2 text-sm">
                <WeekTable weeks={weeks} />
              </Fold>
            </>
          ) : null}
        </>
      ) : (
        <Skeleton className="mt-3 h-60" />
      )}
    </Card>
  )
}

/** Draws the bars in an SVG of full width: x is in percent, y in pixels. */
function Bars({ weeks }: { weeks: Weeks }) {
  const largest = Math.max(1, ...weeks.map(({ count }) => count))
  const top = weeks.findIndex(({ count }) => count === largest)
  const across = (steps: number) => `${(steps / weeks.length) * 100}%`
  return (
    <svg aria-hidden="true" className="mt-3 block h-44 w-full overflow-visible">
      {weeks.map(({ week, count }, index) => {
        const bar = (count / largest) * height
        const isLabelled = index === top || index === weeks.length - 1
        return (
          <a key={week} href={listOf(week)} tabIndex={-1}>
            <title>{`Week of ${formatDate(week)}: ${count.toLocaleString('en')}`}</title>
            <rect
              x={across(index)}
              y={above}
              width={across(1)}
              height={height}
              className="fill-transparent"
            />
            <rect
              x={across(index + 0.14)}
              y={above + height - bar}
              width={across(0.72)}
              height={bar}
              rx={2}
              className="fill-lagoon-500 hover:fill-lagoon-800"
            />
            {isLabelled ? (
              <text
                x={across(index + 0.5)}
                y={above + height - bar - 5}
                textAnchor="middle"
                className="fill-ink text-xs font-semibold"
              >
                {count.toLocaleString('en')}
              </text>
            ) : null}
          </a>
        )
      })}
      <line x2="100%" y1={above + height} y2={above + height} className="stroke-sand-300" />
      {weeks.map(({ week }, index) =>
        isNewMonth(weeks, index) ? (
          <text
            key={week}
            x={across(index + 0.5)}
            y={above + height + 6}
            dominantBaseline="hanging"
            textAnchor="middle"
            className="fill-muted text-xs"
          >
            {monthOf(week)}
          </text>
        ) : null,
      )}
    </svg>
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
  const last = weeks.at(-1)
  if (!last) return 'No weeks'
  const largest = weeks.reduce((one, other) => (other.count > one.count ? other : one))
  const sum = sumOf(weeks)
  if (sum === 0) return `No applications in ${weeks.length} weeks.`
  const [all, most, latest] = [sum, largest.count, last.count].map((n) => n.toLocaleString('en'))
  return `${all} in ${weeks.length} weeks. Busiest: week of ${formatDate(largest.week)} (${most}). This week: ${latest}.`
}

function sumOf(weeks: Weeks) {
  return weeks.reduce((total, { count }) => total + count, 0)
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

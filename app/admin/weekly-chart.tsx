import { Link } from 'react-router'

import type { Analytics } from '../../contract/analytics.ts'
import { formatDate } from '../lib/format.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

type Weeks = Analytics['weeklyApplications']

const height = 120
const barWidth = 16
const step = 22

/** Applications received per week as bars; the same as a table for who cannot see them. */
export function WeeklyChart({ weeks }: { weeks: Weeks | undefined }) {
  return (
    <Card className="p-5">
      <h2 className="text-lg">Applications per Week</h2>
      {weeks ? (
        <>
          <p className="text-sm text-muted">{inWords(weeks)}</p>
          <Bars weeks={weeks} />
          <details className="mt-2 text-sm">
            <summary className="inline-block min-h-8 underline underline-offset-3">
              Show as a table
            </summary>
            <WeekTable weeks={weeks} />
          </details>
        </>
      ) : (
        <Skeleton className="mt-3 h-44" />
      )}
    </Card>
  )
}

function Bars({ weeks }: { weeks: Weeks }) {
  const largest = Math.max(1, ...weeks.map(({ count }) => count))
  const top = weeks.findIndex(({ count }) => count === largest)
  const width = weeks.length * step
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 -28 ${width} ${height + 58}`}
      className="mt-2 block h-auto max-h-52 w-full"
    >
      {weeks.map(({ week, count }, index) => {
        const bar = (count / largest) * height
        const x = index * step + (step - barWidth) / 2
        return (
          <a key={week} href={listOf(week)} tabIndex={-1}>
            <title>{`Week of ${formatDate(week)}: ${count.toLocaleString('en')}`}</title>
            <rect x={x} y={0} width={barWidth} height={height} className="fill-transparent" />
            <rect
              x={x}
              y={height - bar}
              width={barWidth}
              height={bar}
              rx={2}
              className="fill-lagoon-500 hover:fill-lagoon-800"
            />
            {index === top || index === weeks.length - 1 ? (
              <text
                x={x + barWidth / 2}
                y={height - bar - 4}
                textAnchor="middle"
                className="fill-ink text-[24px] font-semibold sm:text-[11px]"
              >
                {count.toLocaleString('en')}
              </text>
            ) : null}
          </a>
        )
      })}
      <line x1={0} x2={width} y1={height} y2={height} className="stroke-sand-300" />
      {weeks.map(({ week }, index) =>
        isNewMonth(weeks, index) ? (
          <text
            key={week}
            x={index * step + step / 2}
            y={height + 5}
            dominantBaseline="hanging"
            textAnchor="middle"
            className="fill-muted text-[22px] sm:text-[11px]"
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
  const [first] = weeks
  const last = weeks.at(-1)
  if (!first || !last) return 'No weeks'
  const largest = weeks.reduce((one, other) => (other.count > one.count ? other : one))
  const sum = weeks.reduce((sum, { count }) => sum + count, 0)
  return `${sum.toLocaleString('en')} applications in ${weeks.length} weeks since ${formatDate(first.week)}; most, ${largest.count.toLocaleString('en')}, in the week of ${formatDate(largest.week)}; ${last.count.toLocaleString('en')} in the latest.`
}

/** The applications of a week in Kenya, which begins on Monday at midnight there. */
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

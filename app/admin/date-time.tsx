import { formatDay, formatFully, formatMoment } from '../lib/format.ts'

/** Date only; a `title` holds the full time. */
export function Day({ of }: { of: string }) {
  return (
    <time dateTime={of} title={formatFully(of)} className="inline-block">
      {formatDay(of)}
    </time>
  )
}

/** Date, hour and minute. */
export function Moment({ of }: { of: string }) {
  return (
    <time dateTime={of} title={formatFully(of)} className="inline-block">
      {formatMoment(of)}
    </time>
  )
}

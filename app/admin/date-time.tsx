import { formatDay, formatFully, formatMoment } from '../lib/format.ts'

/** The day of a moment; the full time shows where the pointer rests. */
export function Day({ of }: { of: string }) {
  return (
    <time dateTime={of} title={formatFully(of)} className="inline-block">
      {formatDay(of)}
    </time>
  )
}

/** Day and minute. */
export function Moment({ of }: { of: string }) {
  return (
    <time dateTime={of} title={formatFully(of)} className="inline-block">
      {formatMoment(of)}
    </time>
  )
}

import { formatDay, formatFully, formatDateTime } from '../lib/staff-dates.ts'

/** Date only; a `title` holds the full time. */
export function DateOnly({ of }: { of: string }) {
  return (
    <time dateTime={of} title={formatFully(of)} className="inline-block">
      {formatDay(of)}
    </time>
  )
}

/** Date, hour and minute. */
export function DateTime({ of }: { of: string }) {
  return (
    <time dateTime={of} title={formatFully(of)} className="inline-block">
      {formatDateTime(of)}
    </time>
  )
}

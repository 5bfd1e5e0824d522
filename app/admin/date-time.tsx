import { formatDay, formatFully, formatDateTime } from '../lib/staff-dates.ts'

/** The date of a timestamp; its tooltip (`title`) holds date and time. */
export function DateOnly({ of }: { of: string }) {
  return (
    <time dateTime={of} title={formatFully(of)} className="inline-block">
      {formatDay(of)}
    </time>
  )
}

/** Date, hour and minute of a timestamp. */
export function DateTime({ of }: { of: string }) {
  return (
    <time dateTime={of} title={formatFully(of)} className="inline-block">
      {formatDateTime(of)}
    </time>
  )
}

import { careers } from '../../content/jobs.ts'
import { longDate } from '../lib/public-dates.ts'

export function ApplyUntil({ day }: { day: string }) {
  return (
    <p className="mt-3">
      {careers.deadline}{' '}
      <time dateTime={day} className="font-semibold">
        {longDate(day, 'en-GB')}
      </time>
    </p>
  )
}

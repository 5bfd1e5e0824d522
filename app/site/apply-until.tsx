import { careers } from '../../content/jobs.ts'
import { longDate } from '../lib/public-dates.ts'

/** The deadline of a job, or since when it is closed. */
export function ApplyUntil({ day, isOver }: { day: string; isOver: boolean }) {
  return (
    <p className="mt-3">
      {isOver ? careers.closed : careers.deadline}{' '}
      <time dateTime={day} className="font-semibold">
        {longDate(day, 'en-GB')}
      </time>
    </p>
  )
}

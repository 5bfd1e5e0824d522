import type { Application } from '../../../../contract/application/application.ts'
import { formatDate } from '../../../lib/staff-dates.ts'

/** Summary of an application in one line, such as '23, Year 4 · Law · Moi University · wants …'. */
export function summaryOf(application: Application, today: string) {
  const { date_of_birth, year_of_study, available_start_date: start, department } = application
  return [
    [ageOf(date_of_birth, today), year_of_study].filter(Boolean).join(', '),
    application.course?.label ?? application.course_name,
    application.institution?.name ?? application.institution_name,
    department && `wants ${department.name}`,
    start && `from ${formatDate(start)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Full years since a birthday. Days are YYYY-MM-DD. */
function ageOf(birthday: string, today: string) {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}

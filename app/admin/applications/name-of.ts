import type { Application } from '../../../contract/application/application.ts'

/** An applicant's full name, as in the table. */
export function nameOf({ first_name, last_name }: Application) {
  return `${first_name} ${last_name}`
}

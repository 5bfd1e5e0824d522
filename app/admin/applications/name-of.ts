import type { Application } from '../../../contract/application.ts'

/** As the table calls an applicant. */
export function nameOf({ first_name, last_name }: Application) {
  return `${first_name} ${last_name}`
}

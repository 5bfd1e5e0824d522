import type { Attachment } from '../../../contract/application.ts'

/** An applicant's full name, as in the table. */
export function nameOf({ first_name, last_name }: Attachment) {
  return `${first_name} ${last_name}`
}

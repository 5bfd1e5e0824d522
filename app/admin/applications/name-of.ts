import type { Attachment } from '../../../contract/application.ts'

/** As the table calls an applicant. */
export function nameOf({ first_name, last_name }: Attachment) {
  return `${first_name} ${last_name}`
}

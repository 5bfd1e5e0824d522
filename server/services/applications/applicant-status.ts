import type { ApplicantStatus } from '../../../contract/own-application.ts'
import type { AttachmentsTable } from '../../database/tables.ts'

/** The columns that decide the status for the applicant. */
export type StatusFlags = Pick<
  AttachmentsTable,
  'is_accepted' | 'is_archived' | 'declined_reason' | 'withdrawnAt'
>

/** The status for the applicant. An accepted application stays "accepted" when staff archive it. */
export function statusFor({
  withdrawnAt,
  declined_reason,
  is_archived,
  is_accepted,
}: StatusFlags): ApplicantStatus {
  if (withdrawnAt !== null) return 'withdrawn'
  if (declined_reason !== null) return 'declined'
  if (is_accepted) return 'accepted'
  return is_archived ? 'closed' : 'received'
}

/** Whether the applicant may replace the documents: until a decision. */
export function canReplaceDocuments(row: StatusFlags) {
  return statusFor(row) === 'received'
}

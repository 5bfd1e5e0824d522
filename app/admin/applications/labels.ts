import { declineReasons, type DeclineReason } from '../../../contract/decline-reasons.ts'
import { staffLabels } from '../../../contract/staff-questions.ts'
import { formatDateTime } from '../../lib/staff-dates.ts'
import { wordsOf } from '../editing/record-values.ts'

/** The labels of an application for staff: of its questions, and of what staff alone set. */
export const applicationLabels = {
  ...staffLabels,
  is_accepted: 'Accepted',
  is_archived: 'Archived',
  declined_reason: 'Declined because',
  declined_message: 'Message to the applicant',
  withdrawnAt: 'Withdrawn by the applicant',
  language: 'Language',
}

/** A value of an application in words, for the comparison of two versions. */
export function applicationWords(value: unknown, name: string) {
  if (value && name === 'declined_reason') return declineReasons[value as DeclineReason]
  if (value && name === 'withdrawnAt') return formatDateTime(value as string)
  return wordsOf(value)
}

import {
  declineReasons,
  type DeclineReason,
} from '../../../contract/application/decline-reasons.ts'
import type { Alike } from '../../../contract/application/same-person.ts'
import { staffLabels } from '../../../contract/application/staff-questions.ts'
import { formatDateTime } from '../../lib/staff-dates.ts'
import { wordsOf } from '../editing/record-values.ts'

/** Labels of all application fields: the form's questions and the fields that only staff set. */
export const applicationLabels = {
  ...staffLabels,
  institution_name: 'Name of the institution',
  course_name: 'Name of the course',
  intake: 'Intake',
  is_accepted: 'Accepted',
  is_archived: 'Archived',
  declined_reason: 'Declined because',
  declined_message: 'Message to the applicant',
  withdrawnAt: 'Withdrawn by the applicant',
  language: 'Language',
}

/** The text of a field's value, for the dialog that compares two edits. */
export function applicationWords(value: unknown, name: string) {
  if (value && name === 'declined_reason') return declineReasons[value as DeclineReason]
  if (value && name === 'withdrawnAt') return formatDateTime(value as string)
  return wordsOf(value)
}

/** Labels of the answers in which two applications of one person may be alike. */
export const likenessLabels = {
  email: 'e-mail address',
  phone: 'phone number',
  name_birth: 'name and date of birth',
} satisfies Record<Alike['why'][number], string>

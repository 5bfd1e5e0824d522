import { declineReasons, type DeclineReason } from '../../../contract/constants.ts'
import { applicationLabels as asked } from '../../forms/application-fields.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { wordsOf } from '../editing/record-values.ts'

/** What staff call the questions of the form, which speaks to applicants, and what they alone set. */
export const applicationLabels = {
  ...asked,
  residential_location: 'Residential location',
  department: 'Department',
  can_attend_onsite: 'Can attend on site',
  understanding_of_swahilipot: 'Understanding of the foundation',
  agree_terms: 'Agrees to the terms',
  agree_communications: 'Agrees to communications: news and opportunities',
  is_accepted: 'Accepted',
  is_archived: 'Archived',
  declined_reason: 'Declined because',
  declined_message: 'Message to the applicant',
  withdrawnAt: 'Withdrawn by the applicant',
  language: 'Language',
}

/** A value of an application in words, for staff to compare. */
export function applicationWords(value: unknown, name: string) {
  if (value && name === 'declined_reason') return declineReasons[value as DeclineReason]
  if (value && name === 'withdrawnAt') return formatDateTime(value as string)
  return wordsOf(value)
}

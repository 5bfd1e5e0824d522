/** Why an application is declined, in words, by the id under which it is stored. */
export const declineReasons = {
  'no-place': 'No place in the department',
  documents: 'Documents missing or unreadable',
  requirements: 'Requirements of the course not met',
  dates: 'Dates do not fit',
  late: 'Applied too late',
  duplicate: 'Applied more than once',
  other: 'Another reason',
} as const

export type DeclineReason = keyof typeof declineReasons

export const declineReasonIds = Object.keys(declineReasons) as readonly DeclineReason[]

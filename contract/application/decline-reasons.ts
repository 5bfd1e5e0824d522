/** The reasons for a decline: the id that the database stores, and its English text. */
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

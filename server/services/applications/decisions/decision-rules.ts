import {
  type Decision,
  type DecisionState,
  isEnded,
} from '../../../../contract/application/decision.ts'
import { DomainError } from '../../domain-error.ts'
import type { Stored } from './decision-state.ts'
import type { SkipReason } from './pipeline.ts'

/** The error of `refusalOf` for the user who decides on one application. */
export function decisionErrorOf(before: Decidable, decision: Decision) {
  const refusal = refusalOf(before, decision)
  return refusal && refusalError(refusal)
}

export type Refusal = keyof typeof refusalMessages

type Decidable = Pick<Stored, keyof DecisionState | 'intake' | 'department'>

/**
 * The reason why a decision is not possible. A withdrawn application must be brought back first. Only
 * an undecided one can be planned or wait.
 */
export function refusalOf(before: Decidable, decision: Decision | undefined): Refusal | undefined {
  if (!decision) return 'unplanned'
  const { is_accepted, is_archived, decline, is_withdrawn, waiting, planned, restore } = decision
  if (restore || is_withdrawn) return undefined
  if ((waiting || planned) && (before.is_accepted || before.is_archived)) return 'decided'
  const isToWait = waiting || (planned && 'waiting' in planned)
  if (isToWait && (before.intake === null || before.department === null)) return 'no intake'
  if (before.withdrawnAt === null || is_archived === false) return undefined
  if (!decline && (!is_accepted || before.is_accepted)) return undefined
  return 'withdrawn'
}

export function refusalError(refusal: Refusal) {
  return new DomainError('conflict', refusalMessages[refusal])
}

const refusalMessages = {
  withdrawn:
    'The applicant has withdrawn this application. Unarchive it first, if they want it back.',
  decided: 'This application is decided already.',
  'no intake': 'This application has no intake, so there is no waiting list for it.',
  unplanned: 'No decision is planned for this application.',
} as const

/** The sentence about a decision on one application. */
export function describeOne({ decline, is_accepted, is_archived }: Decision, before: Stored) {
  if (decline) return 'Application declined'
  if (is_accepted !== undefined) return is_accepted ? 'Application accepted' : 'Acceptance revoked'
  if (is_archived) return 'Application archived'
  return `Application ${isEnded(before) ? 'brought back' : 'unarchived'}`
}

/** The sentence about a decision on a number of applications. */
export function describeMany(decision: Decision, number: number) {
  const { is_accepted, is_archived, decline, is_withdrawn, waiting, planned, restore } = decision
  const words = [
    ...(is_accepted === undefined ? [] : [is_accepted ? 'accepted' : 'pending again']),
    ...(is_archived === undefined ? [] : [is_archived ? 'archived' : 'unarchived']),
  ]
  if (is_withdrawn) words.push('withdrawn again')
  if (waiting !== undefined) words.push(waiting ? 'on the waiting list' : 'off the waiting list')
  if (words.length === 0 && !restore && planned === null) words.push('no longer planned')
  if (words.length === 0) words.push(planned ? 'planned' : 'as before')
  const what = decline ? 'declined' : decline === null ? 'no longer declined' : words.join(' and ')
  return `${number} application${number === 1 ? '' : 's'} ${what}`
}

/** The sentence about applications that a decision does not change; empty if there are none. */
export function describeUnchanged(number: number) {
  return number === 0 ? '' : `. ${number} needed no change`
}

/** The sentences about skipped and deleted applications; empty if there are none. */
export function describeSkipped(reasons: SkipReason[], deleted: number) {
  const sentences = Object.entries(skipSentences).map(([reason, sentence]) => {
    const number = reasons.filter((one) => one === reason).length
    if (number === 0) return ''
    const left = number === 1 ? '1 was left as it is' : `${number} were left as they are`
    return `. ${left}: ${sentence}`
  })
  if (deleted > 0) sentences.push(`. ${deleted} ${deleted === 1 ? 'is' : 'are'} there no more`)
  return sentences.join('')
}

/** Why applications were skipped, in the order of the message. */
const skipSentences: Record<SkipReason, string> = {
  stale: 'changed meanwhile',
  withdrawn: 'withdrawn by the applicant',
  'no intake': 'without an intake',
  decided: 'decided already',
  unplanned: 'no decision is planned',
  'no place': 'no free place',
}

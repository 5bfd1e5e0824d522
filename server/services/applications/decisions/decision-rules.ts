import type { Decision, DecisionState } from '../../../../contract/application/decision.ts'
import { DomainError } from '../../domain-error.ts'
import type { Stored } from './decision-state.ts'

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

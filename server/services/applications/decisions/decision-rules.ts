import type { Decision, DecisionState } from '../../../../contract/decision.ts'
import { DomainError } from '../../domain-error.ts'
import type { Stored } from './decision-state.ts'

/**
 * The reason why a decision is not possible. A withdrawn application must be brought back first. Only
 * an undecided one can be planned or wait.
 */
export function decisionErrorOf(
  before: Pick<Stored, keyof DecisionState | 'intake' | 'department'>,
  decision: Decision,
) {
  const { is_accepted, is_archived, decline, is_withdrawn, waiting, planned, restore } = decision
  if (restore || is_withdrawn) return undefined
  if ((waiting || planned) && (before.is_accepted || before.is_archived)) return decidedAlready()
  const isToWait = waiting || (planned && 'waiting' in planned)
  if (isToWait && (before.intake === null || before.department === null)) return noIntake()
  if (before.withdrawnAt === null || is_archived === false) return undefined
  if (!decline && (!is_accepted || before.is_accepted)) return undefined
  return withdrawn()
}

/** Why the application was skipped, in the message about many. */
export function skipReason({ message }: DomainError) {
  if (message === withdrawn().message) return 'withdrawn by the applicant'
  return message === noIntake().message ? 'without an intake' : 'decided already'
}

const withdrawn = () =>
  new DomainError(
    'conflict',
    'The applicant has withdrawn this application. Unarchive it first, if they want it back.',
  )

const decidedAlready = () => new DomainError('conflict', 'This application is decided already.')

const noIntake = () =>
  new DomainError('conflict', 'This application has no intake, so there is no waiting list for it.')

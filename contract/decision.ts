import type { Application, ApplicationStatus, Decisions, DeclineInput } from './application.ts'

/** A decision of staff on an application. A property that the decision omits does not change. */
export type Decision = Omit<Decisions, 'ids' | 'updatedAt' | 'read'>

/** The columns that decisions of staff, or a withdrawal by the applicant, change. */
export type DecisionState = Pick<
  Application,
  | 'is_accepted'
  | 'is_archived'
  | 'declined_reason'
  | 'declined_message'
  | 'declinedAt'
  | 'withdrawnAt'
>

/** The status of an application. An archived application is "archived" even if it is accepted. */
export function statusOf({
  is_accepted,
  is_archived,
}: Pick<DecisionState, 'is_accepted' | 'is_archived'>): ApplicationStatus {
  if (is_archived) return 'archived'
  return is_accepted ? 'accepted' : 'pending'
}

export const notDeclined = { declined_reason: null, declined_message: null, declinedAt: null }

/**
 * Applies a decision to the state of an application. Accepting or unarchiving takes a decline back;
 * accepting a declined application also unarchives it, unless the decision says otherwise.
 */
export function applyDecision(
  before: DecisionState,
  decision: Decision,
  at: string,
): DecisionState {
  if (decision.decline) return declinedFor(before, decision.decline, at)
  const { is_accepted = before.is_accepted, decline } = decision
  const isBack = isDeclined(before) && is_accepted
  const { is_archived = before.is_archived && !isBack } = decision
  const stays = decline === undefined && is_archived && !is_accepted
  const withdrawnAt = is_archived ? before.withdrawnAt : null
  return { ...(stays ? declineOf(before) : notDeclined), is_accepted, is_archived, withdrawnAt }
}

function declinedFor(
  before: DecisionState,
  { reason, message }: DeclineInput,
  at: string,
): DecisionState {
  const after = { declined_reason: reason, declined_message: message }
  const declinedAt = isDeclinedAnew(before, after) ? at : before.declinedAt
  return { is_accepted: false, is_archived: true, ...after, declinedAt, withdrawnAt: null }
}

export function isDeclined({ declined_reason }: Pick<DecisionState, 'declined_reason'>) {
  return declined_reason !== null
}

/** Whether an application is declined or withdrawn. Such an application is also archived. */
export function isEnded(state: Pick<DecisionState, 'declined_reason' | 'withdrawnAt'>) {
  return isDeclined(state) || state.withdrawnAt !== null
}

/** Whether a decision changes the reason or the message of a decline. */
export function isDeclinedAnew(
  before: DecisionState,
  after: Pick<DecisionState, 'declined_reason' | 'declined_message'>,
) {
  return (
    before.declined_reason !== after.declined_reason ||
    before.declined_message !== after.declined_message
  )
}

function declineOf({ declined_reason, declined_message, declinedAt }: DecisionState) {
  return { declined_reason, declined_message, declinedAt }
}

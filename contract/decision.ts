import type { Application, ApplicationStatus, Decisions, DeclineInput } from './application.ts'

/** What staff decide on an application; what is left out stays as it is. */
export type Decision = Omit<Decisions, 'ids' | 'updatedAt' | 'read'>

/** What has been decided on an application, by staff or by its applicant. */
export type DecisionState = Pick<
  Application,
  | 'is_accepted'
  | 'is_archived'
  | 'declined_reason'
  | 'declined_message'
  | 'declinedAt'
  | 'withdrawnAt'
>

/** Archived before accepted before pending (specification, section 4). */
export function statusOf({
  is_accepted,
  is_archived,
}: Pick<DecisionState, 'is_accepted' | 'is_archived'>): ApplicationStatus {
  if (is_archived) return 'archived'
  return is_accepted ? 'accepted' : 'pending'
}

export const notDeclined = { declined_reason: null, declined_message: null, declinedAt: null }

/**
 * What a decision makes of an application, at a moment. Who is accepted or unarchived is declined no
 * more; to accept a declined one also unarchives it, unless that is decided, too.
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

/** Whether it is archived because it was declined or withdrawn. */
export function isEnded(state: Pick<DecisionState, 'declined_reason' | 'withdrawnAt'>) {
  return isDeclined(state) || state.withdrawnAt !== null
}

/** Whether it was not declined before, or for something else. */
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

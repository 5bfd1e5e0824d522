import type { Decisions } from '../../../../contract/application/application.ts'
import {
  type Decision,
  type DecisionState,
  isDeclined,
  restoredFrom,
  isDeclinedAnew,
  isEnded,
} from '../../../../contract/application/decision.ts'
import { recordHistory, type HistoryEvent } from '../../history.ts'
import { nextTimestamp } from '../../optimistic-lock.ts'
import { type Change, idsOf } from './decision-state.ts'
import type { Transaction } from '../../../database/tables.ts'
import { updateRows } from '../../rows.ts'
import type { HistoryAction } from '../../../../contract/history.ts'
import type { TemplateKind } from '../../../../contract/message/message.ts'
import type { OfferState } from '../../../../contract/intake/offer.ts'
import { enqueueMessage } from '../../messages/outbox.ts'

/**
 * Writes the changes, their history events and their messages. Returns the decisions that undo the
 * changes. An undo has no effect after the next change of the application.
 */
export async function applyChanges(
  transaction: Transaction,
  changes: Change[],
  by: string | undefined,
): Promise<Decisions[]> {
  const updatedAt = nextTimestamp(...changes.map(({ before }) => before.updatedAt))
  for (const [state, alike] of groupByValue(changes, ({ after }) => after)) {
    await updateRows(transaction, 'attachments', { _id: idsOf(alike) }, { ...state, updatedAt })
  }
  await recordHistory(transaction, ...changes.flatMap((change) => historyEventsOf(change, by)))
  await announceDecisions(transaction, changes)
  return groupByValue(changes, invert).map(([inverse, alike]) => ({
    ids: idsOf(alike),
    updatedAt,
    ...inverse,
  }))
}

/** The decision that undoes a change. Only an offer, a waiting list or a plan needs more than the flags. */
function invert({ before, after }: Change): Decision {
  const isUndoneByFlags =
    before.offerState === null && [before, after].every((one) => !isWaiting(one) && !one.planned)
  return {
    ...invertFlags(before, after),
    ...(!isUndoneByFlags && { restore: restoredFrom(before) }),
  }
}

function invertFlags(before: DecisionState, after: DecisionState): Decision {
  const { is_accepted, is_archived, declined_reason: reason, declined_message: message } = before
  if (before.withdrawnAt !== null) return { is_accepted, is_withdrawn: true }
  if (reason !== null) return { decline: { reason, message } }
  if (isDeclined(after)) return { is_accepted, is_archived, decline: null }
  return {
    ...(is_accepted === after.is_accepted ? {} : { is_accepted }),
    ...(is_archived === after.is_archived ? {} : { is_archived }),
  }
}

/** Groups changes for which `common` returns an equal value. */
function groupByValue<T extends object>(changes: Change[], common: (change: Change) => T) {
  const groups = Map.groupBy(changes, (change) => JSON.stringify(common(change)))
  return [...groups].map(([key, alike]) => [JSON.parse(key) as T, alike] as const)
}

/** The history events of a change. A decline is one event, although it also changes flags. */
export function historyEventsOf(
  { before, after, note }: Change,
  by: string | undefined,
): HistoryEvent[] {
  const actions: HistoryAction[] = []
  if (isDeclined(after)) {
    if (isDeclinedAnew(before, after)) actions.push('decline')
  } else {
    if (isEnded(before) && !isEnded(after)) actions.push('bring back')
    if (before.is_accepted !== after.is_accepted) {
      actions.push(after.is_accepted ? 'accept' : 'revoke')
    }
    if (before.is_archived !== after.is_archived && !isEnded(before)) {
      actions.push(after.is_archived ? 'archive' : 'unarchive')
    }
    if (actions.length === 0 && (before.waitingOrder === null) !== (after.waitingOrder === null)) {
      actions.push(after.waitingOrder === null ? 'stop waiting' : 'wait')
    }
  }
  if (actions.length === 0 && before.planned !== after.planned) actions.push('plan')
  return actions.map((action) => ({
    action,
    entity: 'attachment',
    record: before._id,
    ...(by !== undefined && { user: by }),
    ...(note !== undefined && action === 'accept' && { note }),
  }))
}

/** Enqueues the messages about decisions. */
export async function announceDecisions(transaction: Transaction, changes: Change[]) {
  for (const [kind, alike] of Map.groupBy(changes, notificationFor)) {
    if (kind) await enqueueMessage(transaction, kind, idsOf(alike))
  }
}

export function notificationFor({ before, after }: Change): TemplateKind | undefined {
  if (after.withdrawnAt !== null) return before.withdrawnAt === null ? 'withdrawn' : undefined
  if (isDeclined(after)) return isDeclinedAnew(before, after) ? 'declined' : undefined
  if (after.offerState !== before.offerState && after.offerState !== null) {
    // Only a place that was confirmed can be lost by missing papers.
    const isLost = after.offerState === 'lapsed' && after.answeredAt !== null
    return isLost ? 'place_lost' : offerMessages[after.offerState]
  }
  if (isWaiting(after)) return isWaiting(before) ? undefined : 'waiting'
  if (isWaiting(before) && !after.is_accepted && !after.is_archived) return 'not_waiting'
  if (after.is_accepted && (!before.is_accepted || isEnded(before))) return 'accepted'
  if (isEnded(before) && !after.is_archived) return 'brought back'
  if (isDeclined(before)) return 'undeclined'
  return before.is_accepted && !after.is_accepted ? 'revoked' : undefined
}

/** The messages about a new state of an offer, also when an undo restores it. */
const offerMessages = {
  open: 'offered',
  confirmed: 'offer_confirmed',
  declined: 'offer_declined',
  lapsed: 'offer_lapsed',
} as const satisfies Record<OfferState, TemplateKind>

function isWaiting({ waitingOrder }: DecisionState) {
  return waitingOrder !== null
}

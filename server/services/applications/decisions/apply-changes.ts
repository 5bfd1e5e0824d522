import type { Decisions } from '../../../../contract/application/application.ts'
import {
  type Decision,
  type DecisionState,
  isDeclined,
  restoredFrom,
} from '../../../../contract/application/decision.ts'
import { recordHistory } from '../../history.ts'
import { nextTimestamp } from '../../optimistic-lock.ts'
import { announceDecisions, historyEventsOf } from './decision-events.ts'
import { type Change, idsOf } from './decision-state.ts'
import type { Transaction } from '../../../database/tables.ts'
import { updateRows } from '../../rows.ts'

/**
 * Writes the changes, their history events and their e-mails. Returns the decisions that undo the
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

/** The decision that undoes a change. The flags are enough if offer, waiting list and plan were empty. */
function invert({ before, after }: Change): Decision {
  const isEmpty = before.offerState === null && before.waitingOrder === null && !before.planned
  const isRestored = isEmpty && after.waitingOrder === null && !after.planned
  return { ...invertFlags(before, after), ...(!isRestored && { restore: restoredFrom(before) }) }
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

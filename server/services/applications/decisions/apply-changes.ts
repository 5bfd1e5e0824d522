import type { Transaction } from 'kysely'

import type { Decisions } from '../../../../contract/application/application.ts'
import {
  type Decision,
  type DecisionState,
  isDeclined,
  restoredFrom,
} from '../../../../contract/application/decision.ts'
import type { Tables } from '../../../database/tables.ts'
import { recordHistory } from '../../history.ts'
import { nextTimestamp } from '../../optimistic-lock.ts'
import { announceDecisions, historyEventsOf } from './decision-events.ts'
import { type Change, idsOf } from './decision-state.ts'

/**
 * Writes the changes, their history events and their e-mails. Returns the decisions that undo the
 * changes. An undo has no effect after the next change of the application.
 */
export async function applyChanges(
  transaction: Transaction<Tables>,
  changes: Change[],
  by: string | undefined,
): Promise<Decisions[]> {
  const updatedAt = nextTimestamp(...changes.map(({ before }) => before.updatedAt))
  for (const [state, alike] of groupByValue(changes, ({ after }) => after)) {
    await transaction
      .updateTable('attachments')
      .set({ ...state, updatedAt })
      .where('_id', 'in', idsOf(alike))
      .execute()
  }
  await recordHistory(transaction, ...changes.flatMap((change) => historyEventsOf(change, by)))
  await announceDecisions(transaction, changes)
  return groupByValue(changes, invert).map(([inverse, alike]) => ({
    ids: idsOf(alike),
    updatedAt,
    ...inverse,
  }))
}

/** The decision that undoes a change. */
function invert({ before, after }: Change): Decision {
  const restore = isRestored(before, after) ? {} : { restore: restoredFrom(before) }
  return { ...invertFlags(before, after), ...restore }
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

/** Whether an undo of the flags is enough: the offer, the waiting list and the plan were empty. */
function isRestored(before: DecisionState, after: DecisionState) {
  const isEmpty = before.offerState === null && before.waitingOrder === null && !before.planned
  return isEmpty && after.waitingOrder === null && !after.planned
}

/** Groups changes for which `common` returns an equal value. */
function groupByValue<T extends object>(changes: Change[], common: (change: Change) => T) {
  const groups = Map.groupBy(changes, (change) => JSON.stringify(common(change)))
  return [...groups].map(([key, alike]) => [JSON.parse(key) as T, alike] as const)
}

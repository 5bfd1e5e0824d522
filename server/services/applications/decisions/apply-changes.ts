import type { Transaction } from 'kysely'

import type { Decisions } from '../../../../contract/application.ts'
import {
  applyDecision,
  type Decision,
  type DecisionState,
  isDeclined,
  notDeclined,
  restoredFrom,
} from '../../../../contract/decision.ts'
import type { Tables } from '../../../database/tables.ts'
import { recordHistory } from '../../history.ts'
import { now } from '../../ids.ts'
import { nextTimestamp } from '../../optimistic-lock.ts'
import { announceDecisions, historyEventsOf } from './decision-events.ts'
import {
  type Change,
  contextOf,
  idsOf,
  offerTermsOf,
  stateOf,
  type Stored,
} from './decision-state.ts'

/** Reads what decisions need, and returns a function that applies a decision to an application. */
export async function decider(
  transaction: Transaction<Tables>,
  some: { before: Stored; decision: Decision }[],
) {
  const at = now()
  const terms = await offerTermsOf(
    transaction,
    some.map(({ before }) => before.intake),
  )
  const withdrawn = some.filter(({ decision }) => decision.is_withdrawn)
  const withdrawals =
    withdrawn.length > 0
      ? await withdrawalsOf(
          transaction,
          withdrawn.map(({ before }) => before._id),
        )
      : new Map<string | null, string>()
  return (before: Stored, decision: Decision): DecisionState => {
    if (decision.is_withdrawn) {
      return rewithdraw(before, decision, before.withdrawnAt ?? withdrawals.get(before._id))
    }
    return applyDecision(before, decision, contextOf(before, terms, at))
  }
}

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
  for (const [state, some] of groupByValue(changes, ({ after }) => after)) {
    await transaction
      .updateTable('attachments')
      .set({ ...state, updatedAt })
      .where('_id', 'in', idsOf(some))
      .execute()
  }
  await recordHistory(transaction, ...changes.flatMap((change) => historyEventsOf(change, by)))
  await announceDecisions(transaction, changes)
  return groupByValue(changes, invert).map(([inverse, some]) => ({
    ids: idsOf(some),
    updatedAt,
    ...inverse,
  }))
}

/** Undo of "bring back": the application is withdrawn again, with the time of the withdrawal. */
function rewithdraw(
  before: DecisionState,
  { is_accepted = before.is_accepted }: Decision,
  withdrawnAt: string | undefined,
): DecisionState {
  const state = stateOf(before)
  if (withdrawnAt === undefined) return state
  return { ...state, ...notDeclined, is_accepted, is_archived: true, withdrawnAt }
}

/** The withdrawal time of each application, from the history: clients must not invent it. */
async function withdrawalsOf(transaction: Transaction<Tables>, ids: string[]) {
  const events = await transaction
    .selectFrom('history')
    .select(['record', 'createdAt'])
    .where('record', 'in', ids)
    .where('action', '=', 'withdraw')
    .orderBy('_id')
    .execute()
  return new Map(events.map(({ record, createdAt }) => [record, createdAt]))
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
  return [...groups].map(([key, some]) => [JSON.parse(key) as T, some] as const)
}

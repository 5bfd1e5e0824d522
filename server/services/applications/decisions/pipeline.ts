import {
  applyDecision,
  type Decision,
  notDeclined,
} from '../../../../contract/application/decision.ts'
import type { ExpectedVersion } from '../../../../contract/endpoint.ts'
import { historyActions, historyKinds } from '../../../../contract/history.ts'
import type { Database, Transaction } from '../../../database/tables.ts'
import { now } from '../../ids.ts'
import { isStale } from '../../optimistic-lock.ts'
import { applyChanges } from './apply-changes.ts'
import { type Overbooking, withPlaces } from './decision-places.ts'
import { type Refusal, refusalOf } from './decision-rules.ts'
import {
  type Change,
  contextOf,
  idsOf,
  isChange,
  offerTermsOf,
  stateOf,
  type Stored,
} from './decision-state.ts'

// The pipeline of every decision, on one application or many, of a user or a job. The caller has locked
// the rows. Check the decision, compute the new states, leave out what others have changed, take places, write.

export interface DecisionRequest extends ExpectedVersion, Overbooking {
  /** The decision on an application; undefined if there is none, so that the application is skipped. */
  decisionOn: (before: Stored) => Decision | undefined
  /** The id of the user; undefined for a job. */
  by?: string | undefined
  /** Optimistic lock: the `updatedAt` of each application when the user read it, by id. */
  seenVersions?: Record<string, string | undefined> | undefined
}

/** The reason why an application was skipped. */
export type SkipReason = Refusal | 'stale' | 'no place'

/** The query of applications by id. Row locks in one order: concurrent decisions do not deadlock. */
export function selectApplications(db: Database, ids: string[]) {
  return db.selectFrom('attachments').selectAll().where('_id', 'in', ids).orderBy('_id')
}

/** Makes the changes that the request decides on locked rows. `undo` has the decisions that undo it. */
export async function runDecisions(
  transaction: Transaction,
  rows: Stored[],
  request: DecisionRequest,
) {
  const prepared = await prepareDecisions(transaction, rows, request)
  const undo = await applyChanges(transaction, prepared.changes, request.by)
  return { ...prepared, undo }
}

/**
 * All steps of the pipeline before the write. `changes` is what to write, and `skipped` has the reason
 * for each skipped row, by id. Rows that are already as decided are in neither.
 */
export async function prepareDecisions(
  transaction: Transaction,
  rows: Stored[],
  { decisionOn, updatedAt, seenVersions = {}, by, ...overbooking }: DecisionRequest,
) {
  const skipped = new Map<string, SkipReason>()
  const possible: Possible[] = []
  for (const before of rows) {
    const decision = decisionOn(before)
    const reason = isStale({ updatedAt }, before) ? 'stale' : refusalOf(before, decision)
    if (reason) skipped.set(before._id, reason)
    else if (decision) possible.push({ before, decision })
  }
  const wanted = (await changesOf(transaction, possible)).filter(isChange)
  for (const _id of await staleFor(transaction, wanted, seenVersions, by)) skipped.set(_id, 'stale')
  const current = wanted.filter(({ before }) => !skipped.has(before._id))
  const { changes, withoutPlace } = await withPlaces(transaction, current, overbooking)
  for (const _id of withoutPlace) skipped.set(_id, 'no place')
  return { changes, skipped, withoutPlace }
}

/**
 * The ids of applications that have changed since the user read them, and whose latest change was
 * made by another user.
 */
async function staleFor(
  transaction: Transaction,
  changes: Change[],
  seenVersions: Record<string, string | undefined>,
  by: string | undefined,
) {
  const ids = idsOf(
    changes.filter(({ before }) => isStale({ updatedAt: seenVersions[before._id] }, before)),
  )
  if (ids.length === 0) return new Set<string>()
  const events = await transaction
    .selectFrom('history')
    .select(['record', 'user'])
    .where('record', 'in', ids)
    .where('action', 'not in', actionsWithoutChange)
    .orderBy('_id')
    .execute()
  const latest = new Map(events.map(({ record, user }) => [record, user]))
  return new Set(ids.filter((_id) => latest.get(_id) !== by))
}

const actionsWithoutChange = historyActions.filter((action) => !historyKinds[action].changesRecord)

/** An application and the decision on it. */
interface Possible {
  before: Stored
  decision: Decision
}

/** Computes the states after decisions. */
async function changesOf(transaction: Transaction, decided: Possible[]): Promise<Change[]> {
  const at = now()
  const intakes = decided.map(({ before }) => before.intake)
  const terms = await offerTermsOf(transaction, intakes)
  const withdrawals = await withdrawalsOf(transaction, decided)
  return decided.map(({ before, decision }) => ({
    before,
    after: decision.is_withdrawn
      ? rewithdraw(before, decision, before.withdrawnAt ?? withdrawals.get(before._id))
      : applyDecision(before, decision, contextOf(before, terms, at)),
  }))
}

/** Undo of "bring back": the application is withdrawn again, with the time of the withdrawal. */
function rewithdraw(
  before: Stored,
  { is_accepted = before.is_accepted }: Decision,
  withdrawnAt: string | undefined,
) {
  const state = stateOf(before)
  if (withdrawnAt === undefined) return state
  return { ...state, ...notDeclined, is_accepted, is_archived: true, withdrawnAt }
}

/** The time of each withdrawal to restore, from the history: clients must not invent it. */
async function withdrawalsOf(transaction: Transaction, decided: Possible[]) {
  const ids = decided.flatMap(({ before, decision }) => (decision.is_withdrawn ? before._id : []))
  if (ids.length === 0) return new Map<string | null, string>()
  const events = await transaction
    .selectFrom('history')
    .select(['record', 'createdAt'])
    .where('record', 'in', ids)
    .where('action', '=', 'withdraw')
    .orderBy('_id')
    .execute()
  return new Map(events.map(({ record, createdAt }) => [record, createdAt]))
}

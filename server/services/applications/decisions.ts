import type { Transaction } from 'kysely'

import type { DeclineInput, Decisions } from '../../../contract/application.ts'
import {
  type Decision,
  type DecisionState,
  isDeclined,
  isDeclinedAnew,
  isEnded,
  notDeclined,
  applyDecision,
} from '../../../contract/decision.ts'
import type { ExpectedVersion } from '../../../contract/endpoint.ts'
import type { MessageKind } from '../../../contract/message.ts'
import type { AttachmentsTable, Database, Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { read as current } from './application-list.ts'
import {
  changedFields,
  isStale,
  nextTimestamp,
  lockRecord,
  staleConflict,
} from '../optimistic-lock.ts'
import { recordHistory, type HistoryEvent } from '../history.ts'
import { enqueueMessage } from '../messages/outbox.ts'
import { now } from '../ids.ts'
import { DomainError, notFound } from '../domain-error.ts'

const stateColumns = [
  'is_accepted',
  'is_archived',
  'declined_reason',
  'declined_message',
  'declinedAt',
  'withdrawnAt',
] as const satisfies (keyof DecisionState)[]

type Stored = DecisionState & Pick<AttachmentsTable, '_id' | 'updatedAt'>

/** State of a new application. */
export const undecided: DecisionState = {
  is_accepted: false,
  is_archived: false,
  ...notDeclined,
  withdrawnAt: null,
}

/** The new value of a flag, and the `updatedAt` that the application had when the user read it. */
type WantedFlag<Name extends 'is_accepted' | 'is_archived'> =
  | (Pick<Decision, Name> & ExpectedVersion)
  | null
  | undefined

/** Accepts an application or revokes its acceptance. Without a wanted value, toggles the flag. */
export async function toggleAccepted(
  db: Database,
  _id: string,
  asked: WantedFlag<'is_accepted'>,
  by: string,
) {
  const changed = await decideOne(db, _id, by, asked, ({ is_accepted }) => ({
    is_accepted: asked?.is_accepted ?? !is_accepted,
  }))
  if (changed instanceof DomainError) return changed
  const { is_accepted } = changed.after
  const message = is_accepted ? 'Application accepted' : 'Acceptance revoked'
  return { is_accepted, undo: changed.undo, message }
}

/** Archives or unarchives an application. Without a wanted value, toggles the flag. */
export async function toggleArchived(
  db: Database,
  _id: string,
  asked: WantedFlag<'is_archived'>,
  by: string,
) {
  const changed = await decideOne(db, _id, by, asked, ({ is_archived }) => ({
    is_archived: asked?.is_archived ?? !is_archived,
  }))
  if (changed instanceof DomainError) return changed
  const { is_archived } = changed.after
  const back = isEnded(changed.before) ? 'brought back' : 'unarchived'
  const message = `Application ${is_archived ? 'archived' : back}`
  return { is_archived, undo: changed.undo, message }
}

export async function decline(db: Database, _id: string, input: DeclineInput, by: string) {
  const changed = await decideOne(db, _id, by, null, () => ({ decline: input }))
  if (changed instanceof DomainError) return changed
  const { is_accepted, is_archived, declined_reason } = changed.after
  return { is_accepted, is_archived, declined_reason, message: 'Application declined' }
}

/**
 * Bulk decision. Returns the ids of the changed applications, and the decisions that undo it.
 * Applications that are withdrawn, or that others have changed since the user read them, are
 * skipped and reported in `left`.
 */
export function decide(db: Database, asked: Decisions, by: string) {
  const { ids, updatedAt, read: seenVersions = {}, ...decision } = asked
  return inTransaction(db, async (transaction) => {
    const rows = await transaction
      .selectFrom('attachments')
      .select(['_id', 'updatedAt', ...stateColumns])
      .where('_id', 'in', ids)
      // Row locks in one order: concurrent decisions wait for each other without a deadlock.
      .orderBy('_id')
      .forUpdate()
      .execute()
    const at = now()
    const withdrawals = decision.is_withdrawn ? await withdrawalsOf(transaction, ids) : undefined
    const unchanged = rows.filter((row) => !isStale({ updatedAt }, row))
    const possible = unchanged.filter((row) => !decisionErrorOf(row, decision))
    const wanted = possible
      .map((before) => ({
        before,
        after: withdrawals
          ? rewithdraw(before, decision, before.withdrawnAt ?? withdrawals.get(before._id))
          : applyDecision(before, decision, at),
      }))
      .filter(isChange)
    const stale = await staleFor(transaction, wanted, seenVersions, by)
    const changes = wanted.filter(({ before }) => !stale.has(before._id))
    const undo = await applyChanges(transaction, changes, by)
    const decided = new Set(possible.map(({ _id }) => _id))
    const found = new Set(rows.map(({ _id }) => _id))
    const deleted = [...new Set(ids)].filter((_id) => !found.has(_id))
    return {
      changed: idsOf(changes),
      left: ids.filter((_id) => !decided.has(_id) || stale.has(_id)),
      deleted,
      undo,
      message:
        messageOf(decision, changes.length) +
        skipped(rows.length - unchanged.length + stale.size, 'changed meanwhile') +
        skipped(unchanged.length - possible.length, 'withdrawn by the applicant') +
        gone(deleted.length),
    }
  })
}

/** A withdrawn application must be brought back before any other decision. */
export function decisionErrorOf(before: DecisionState, decision: Decision) {
  const { is_accepted, is_archived, decline, is_withdrawn } = decision
  if (before.withdrawnAt === null || is_archived === false || is_withdrawn) return undefined
  if (!decline && (!is_accepted || before.is_accepted)) return undefined
  return new DomainError(
    'conflict',
    'The applicant has withdrawn this application. Unarchive it first, if they want it back.',
  )
}

/** Undo of "bring back": the application is withdrawn again, with the time of the withdrawal. */
function rewithdraw(
  before: DecisionState,
  { is_accepted = before.is_accepted }: Decision,
  withdrawnAt: string | undefined,
): DecisionState {
  if (withdrawnAt === undefined) return stateOf(before)
  return { ...notDeclined, is_accepted, is_archived: true, withdrawnAt }
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

/** The history events of a change. A decline is one event, although it also changes flags. */
export function historyEventsOf(
  _id: string,
  before: DecisionState,
  after: DecisionState,
  by: string,
): HistoryEvent[] {
  const actions: HistoryEvent['action'][] = []
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
  }
  return actions.map((action) => ({ action, entity: 'attachment', record: _id, user: by }))
}

/** Enqueues the e-mails about decisions. */
export async function announceDecisions(transaction: Transaction<Tables>, changes: Change[]) {
  for (const [kind, some] of Map.groupBy(changes, notificationFor)) {
    if (kind) await enqueueMessage(transaction, kind, idsOf(some))
  }
}

function notificationFor({ before, after }: Change): MessageKind | undefined {
  if (after.withdrawnAt !== null) return before.withdrawnAt === null ? 'withdrawn' : undefined
  if (isDeclined(after)) return isDeclinedAnew(before, after) ? 'declined' : undefined
  if (after.is_accepted && (!before.is_accepted || isEnded(before))) return 'accepted'
  if (isEnded(before) && !after.is_archived) return 'brought back'
  if (isDeclined(before)) return 'undeclined'
  return before.is_accepted && !after.is_accepted ? 'revoked' : undefined
}

interface Change {
  before: Stored
  after: DecisionState
}

function decideOne(
  db: Database,
  _id: string,
  by: string,
  asked: ExpectedVersion | null | undefined,
  decisionOn: (row: DecisionState) => Decision,
) {
  return inTransaction(db, async (transaction) => {
    const before = await lockRecord(transaction, 'attachments', _id)
    if (!before) return notFound('application')
    const decision = decisionOn(before)
    const error = decisionErrorOf(before, decision)
    if (error) return error
    const change = { before, after: applyDecision(before, decision, now()) }
    const changes = [change].filter(isChange)
    const stale = await staleFor(transaction, changes, { [_id]: asked?.updatedAt }, by)
    if (stale.has(_id)) return staleConflict('application', await current(transaction, _id))
    const undo = await applyChanges(transaction, changes, by)
    return { ...change, undo }
  })
}

/**
 * The ids of applications that have changed since the user read them, and whose latest change was
 * made by another user. `seenVersions` has the `updatedAt` that the user read, by id.
 */
async function staleFor(
  transaction: Transaction<Tables>,
  changes: Change[],
  seenVersions: Record<string, string | undefined>,
  by: string,
) {
  const ids = changes
    .filter(({ before }) => isStale({ updatedAt: seenVersions[before._id] }, before))
    .map(({ before }) => before._id)
  if (ids.length === 0) return new Set<string>()
  const events = await transaction
    .selectFrom('history')
    .select(['record', 'user'])
    .where('record', 'in', ids)
    .where('action', 'not in', ['export', 'resend'])
    .orderBy('_id')
    .execute()
  const latest = new Map(events.map(({ record, user }) => [record, user]))
  return new Set(ids.filter((_id) => latest.get(_id) !== by))
}

function isChange({ before, after }: Change) {
  return changedFields(before, after).length > 0
}

/**
 * Writes the changes, their history events and their e-mails. Returns the decisions that undo the
 * changes. An undo has no effect after the next change of the application.
 */
async function applyChanges(
  transaction: Transaction<Tables>,
  changes: Change[],
  by: string,
): Promise<Decisions[]> {
  const updatedAt = nextTimestamp(...changes.map(({ before }) => before.updatedAt))
  for (const [state, some] of groupByValue(changes, ({ after }) => after)) {
    await transaction
      .updateTable('attachments')
      .set({ ...state, updatedAt })
      .where('_id', 'in', idsOf(some))
      .execute()
  }
  await recordHistory(
    transaction,
    ...changes.flatMap(({ before, after }) => historyEventsOf(before._id, before, after, by)),
  )
  await announceDecisions(transaction, changes)
  return groupByValue(changes, invert).map(([inverse, some]) => ({
    ids: idsOf(some),
    updatedAt,
    ...inverse,
  }))
}

/** The decision that undoes a change. */
function invert({ before, after }: Change): Decision {
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
  return [...groups].map(([key, some]) => [JSON.parse(key) as T, some] as const)
}

function stateOf(row: DecisionState): DecisionState {
  const { is_accepted, is_archived, declined_reason, declined_message, declinedAt } = row
  const { withdrawnAt } = row
  return { is_accepted, is_archived, declined_reason, declined_message, declinedAt, withdrawnAt }
}

function idsOf(changes: Change[]) {
  return changes.map(({ before }) => before._id)
}

function messageOf(decision: Decision, number: number) {
  const { is_accepted, is_archived, decline, is_withdrawn } = decision
  const words = [
    ...(is_accepted === undefined ? [] : [is_accepted ? 'accepted' : 'pending again']),
    ...(is_archived === undefined ? [] : [is_archived ? 'archived' : 'unarchived']),
  ]
  if (is_withdrawn) words.push('withdrawn again')
  const what = decline ? 'declined' : decline === null ? 'no longer declined' : words.join(' and ')
  return `${number} application${number === 1 ? '' : 's'} ${what}`
}

function skipped(number: number, why: string) {
  if (number === 0) return ''
  return `. ${number === 1 ? '1 was' : `${number} were`} left as ${number === 1 ? 'it is' : 'they are'}: ${why}`
}

function gone(number: number) {
  return number === 0 ? '' : `. ${number} ${number === 1 ? 'is' : 'are'} there no more`
}

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
import { recordAudit, type AuditEvent } from '../audit-log.ts'
import { announce } from '../messages/outbox.ts'
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

/** How every application begins. */
export const undecided: DecisionState = {
  is_accepted: false,
  is_archived: false,
  ...notDeclined,
  withdrawnAt: null,
}

/** What a flag shall be, and of which state of the application whoever decides has read. */
type Asked<Name extends 'is_accepted' | 'is_archived'> =
  | (Pick<Decision, Name> & ExpectedVersion)
  | null
  | undefined

/** Accepts, or revokes the acceptance: as is asked for, else whatever is not so yet. */
export async function toggleAccepted(
  db: Database,
  _id: string,
  asked: Asked<'is_accepted'>,
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

/** Archives or unarchives in the same way. */
export async function toggleArchived(
  db: Database,
  _id: string,
  asked: Asked<'is_archived'>,
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
 * Decides on many applications; answers which were not so before, and what takes it back. What
 * cannot be decided, or what somebody else has changed since it was read, is left as it is, and said.
 */
export function decide(db: Database, asked: Decisions, by: string) {
  const { ids, updatedAt, read = {}, ...decision } = asked
  return inTransaction(db, async (transaction) => {
    const rows = await transaction
      .selectFrom('attachments')
      .select(['_id', 'updatedAt', ...stateColumns])
      .where('_id', 'in', ids)
      // Whoever else decides at this moment waits; in one order, so that two never wait for each other.
      .orderBy('_id')
      .forUpdate()
      .execute()
    const at = now()
    const withdrawals = decision.is_withdrawn ? await withdrawalsOf(transaction, ids) : undefined
    const unchanged = rows.filter((row) => !isStale({ updatedAt }, row))
    const possible = unchanged.filter((row) => !refusalOf(row, decision))
    const wanted = possible
      .map((before) => ({
        before,
        after: withdrawals
          ? withdrawnAgain(before, decision, before.withdrawnAt ?? withdrawals.get(before._id))
          : applyDecision(before, decision, at),
      }))
      .filter(isChange)
    const overtaken = await changedByOthers(transaction, wanted, read, by)
    const changes = wanted.filter(({ before }) => !overtaken.has(before._id))
    const undo = await settle(transaction, changes, by)
    const decided = new Set(possible.map(({ _id }) => _id))
    return {
      changed: idsOf(changes),
      left: ids.filter((_id) => !decided.has(_id) || overtaken.has(_id)),
      undo,
      message:
        messageOf(decision, changes.length) +
        skipped(rows.length - unchanged.length + overtaken.size, 'changed meanwhile') +
        skipped(unchanged.length - possible.length, 'withdrawn by the applicant') +
        gone(new Set(ids).size - rows.length),
    }
  })
}

/** What an applicant has withdrawn is brought back before anything else is decided on it. */
export function refusalOf(before: DecisionState, decision: Decision) {
  const { is_accepted, is_archived, decline, is_withdrawn } = decision
  if (before.withdrawnAt === null || is_archived === false || is_withdrawn) return undefined
  if (!decline && (!is_accepted || before.is_accepted)) return undefined
  return new DomainError(
    'conflict',
    'The applicant has withdrawn this application. Unarchive it first, if they want it back.',
  )
}

/** As the applicant left it, when it has been brought back meanwhile. */
function withdrawnAgain(
  before: DecisionState,
  { is_accepted = before.is_accepted }: Decision,
  withdrawnAt: string | undefined,
): DecisionState {
  if (withdrawnAt === undefined) return stateOf(before)
  return { ...notDeclined, is_accepted, is_archived: true, withdrawnAt }
}

/** When applicants withdrew, as the history has it: nobody else can say so. */
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

/** What the history says of a change; a decline is one event, whatever it does to the flags. */
export function deedsOf(
  _id: string,
  before: DecisionState,
  after: DecisionState,
  by: string,
): AuditEvent[] {
  const actions: AuditEvent['action'][] = []
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

/** Lets applicants know what has been decided, where that is news to them. */
export async function announceDecisions(transaction: Transaction<Tables>, changes: Change[]) {
  for (const [news, some] of Map.groupBy(changes, newsOf)) {
    if (news) await announce(transaction, news, idsOf(some))
  }
}

function newsOf({ before, after }: Change): MessageKind | undefined {
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
    const refusal = refusalOf(before, decision)
    if (refusal) return refusal
    const change = { before, after: applyDecision(before, decision, now()) }
    const changes = [change].filter(isChange)
    const overtaken = await changedByOthers(transaction, changes, { [_id]: asked?.updatedAt }, by)
    if (overtaken.has(_id)) return staleConflict('attachment', await current(transaction, _id))
    const undo = await settle(transaction, changes, by)
    return { ...change, undo }
  })
}

/** Of which applications the latest change since they were read is somebody else's. */
async function changedByOthers(
  transaction: Transaction<Tables>,
  changes: Change[],
  read: Record<string, string | undefined>,
  by: string,
) {
  const ids = changes
    .filter(({ before }) => isStale({ updatedAt: read[before._id] }, before))
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
 * Writes what has been decided, with what the history says of it; answers what takes it back, unless
 * it is changed once more.
 */
async function settle(
  transaction: Transaction<Tables>,
  changes: Change[],
  by: string,
): Promise<Decisions[]> {
  const updatedAt = nextTimestamp(...changes.map(({ before }) => before.updatedAt))
  for (const [state, some] of together(changes, ({ after }) => after)) {
    await transaction
      .updateTable('attachments')
      .set({ ...state, updatedAt })
      .where('_id', 'in', idsOf(some))
      .execute()
  }
  await recordAudit(
    transaction,
    ...changes.flatMap(({ before, after }) => deedsOf(before._id, before, after, by)),
  )
  await announceDecisions(transaction, changes)
  return together(changes, opposite).map(([back, some]) => ({
    ids: idsOf(some),
    updatedAt,
    ...back,
  }))
}

/** The decision that takes a change back. */
function opposite({ before, after }: Change): Decision {
  const { is_accepted, is_archived, declined_reason: reason, declined_message: message } = before
  if (before.withdrawnAt !== null) return { is_accepted, is_withdrawn: true }
  if (reason !== null) return { decline: { reason, message } }
  if (isDeclined(after)) return { is_accepted, is_archived, decline: null }
  return {
    ...(is_accepted === after.is_accepted ? {} : { is_accepted }),
    ...(is_archived === after.is_archived ? {} : { is_archived }),
  }
}

/** The changes that have something in common. */
function together<T extends object>(changes: Change[], common: (change: Change) => T) {
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

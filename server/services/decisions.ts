import type { Transaction } from 'kysely'

import type { DeclineInput, Decisions } from '../../contract/attachment.ts'
import type { MessageKind } from '../../contract/message.ts'
import type { AttachmentsTable, Database, Tables } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { changedFields, later, lockRecord } from './editing.ts'
import { remember, type Deed } from './history.ts'
import { announce, takeBack } from './outbox.ts'
import { now } from './record.ts'
import { Refusal, unknown } from './refusal.ts'

/** What staff decide on an application; what is left out stays as it is. */
export type Decision = Omit<Decisions, 'ids'>

const stateColumns = [
  'is_accepted',
  'is_archived',
  'declined_reason',
  'declined_message',
  'declinedAt',
  'withdrawnAt',
] as const

/** What has been decided on an application, by staff or by its applicant. */
export type State = Pick<AttachmentsTable, (typeof stateColumns)[number]>

type Stored = State & Pick<AttachmentsTable, '_id' | 'updatedAt'>

const notDeclined = { declined_reason: null, declined_message: null, declinedAt: null }

/** How every application begins. */
export const undecided: State = {
  is_accepted: false,
  is_archived: false,
  ...notDeclined,
  withdrawnAt: null,
}

/** Accepts, or revokes the acceptance: as is asked for, else whatever is not so yet. */
export async function toggleAccepted(
  db: Database,
  _id: string,
  asked: Decision['is_accepted'],
  by: string,
) {
  const changed = await decideOne(db, _id, by, ({ is_accepted }) => ({
    is_accepted: asked ?? !is_accepted,
  }))
  if (changed instanceof Refusal) return changed
  const { is_accepted } = changed.after
  return { is_accepted, message: is_accepted ? 'Application accepted' : 'Acceptance revoked' }
}

/** Archives or unarchives in the same way. */
export async function toggleArchived(
  db: Database,
  _id: string,
  asked: Decision['is_archived'],
  by: string,
) {
  const changed = await decideOne(db, _id, by, ({ is_archived }) => ({
    is_archived: asked ?? !is_archived,
  }))
  if (changed instanceof Refusal) return changed
  const { is_archived } = changed.after
  const back = isEnded(changed.before) ? 'brought back' : 'unarchived'
  return { is_archived, message: `Application ${is_archived ? 'archived' : back}` }
}

export async function decline(db: Database, _id: string, input: DeclineInput, by: string) {
  const changed = await decideOne(db, _id, by, () => ({ decline: input }))
  if (changed instanceof Refusal) return changed
  const { is_accepted, is_archived, declined_reason } = changed.after
  return { is_accepted, is_archived, declined_reason, message: 'Application declined' }
}

/**
 * Decides on many applications; answers which were not so before, and what takes it back. What
 * cannot be decided is left as it is, and said.
 */
export function decide(db: Database, { ids, ...decision }: Decisions, by: string) {
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
    const possible = rows.filter((row) => !refusalOf(row, decision))
    const changes = possible
      .map((before) => ({
        before,
        after: withdrawals
          ? withdrawnAgain(before, decision, before.withdrawnAt ?? withdrawals.get(before._id))
          : outcome(before, decision, at),
      }))
      .filter(isChange)
    await settle(transaction, changes, by)
    return {
      changed: idsOf(changes),
      undo: together(changes, opposite).map(([back, some]) => ({ ids: idsOf(some), ...back })),
      message: messageOf(decision, changes.length) + skipped(rows.length - possible.length),
    }
  })
}

/** What an applicant has withdrawn is brought back before anything else is decided on it. */
export function refusalOf(before: State, decision: Decision) {
  const { is_accepted, is_archived, decline, is_withdrawn } = decision
  if (before.withdrawnAt === null || is_archived === false || is_withdrawn) return undefined
  if (!decline && (!is_accepted || before.is_accepted)) return undefined
  return new Refusal(
    'conflict',
    'The applicant has withdrawn this application. Unarchive it first, if they want it back.',
  )
}

/**
 * What a decision makes of an application. Who is accepted or unarchived is declined no more; to
 * accept a declined one also unarchives it, unless that is decided, too.
 */
export function outcome(before: State, decision: Decision, at = now()): State {
  if (decision.decline) return declinedFor(before, decision.decline, at)
  const { is_accepted = before.is_accepted, decline } = decision
  const isBack = isDeclined(before) && is_accepted
  const { is_archived = before.is_archived && !isBack } = decision
  const stays = decline === undefined && is_archived && !is_accepted
  const withdrawnAt = is_archived ? before.withdrawnAt : null
  return { ...(stays ? stateOf(before) : notDeclined), is_accepted, is_archived, withdrawnAt }
}

/** As the applicant left it, when it has been brought back meanwhile. */
function withdrawnAgain(
  before: State,
  { is_accepted = before.is_accepted }: Decision,
  withdrawnAt: string | undefined,
): State {
  if (withdrawnAt === undefined) return stateOf(before)
  return { ...notDeclined, is_accepted, is_archived: true, withdrawnAt }
}

/** When applicants withdrew, as the history has it: nobody else can say so. */
async function withdrawalsOf(transaction: Transaction<Tables>, ids: string[]) {
  const deeds = await transaction
    .selectFrom('history')
    .select(['record', 'createdAt'])
    .where('record', 'in', ids)
    .where('action', '=', 'withdraw')
    .orderBy('_id')
    .execute()
  return new Map(deeds.map(({ record, createdAt }) => [record, createdAt]))
}

/** What the history says of a change; a decline is one deed, whatever it does to the flags. */
export function deedsOf(_id: string, before: State, after: State, by: string): Deed[] {
  const actions: Deed['action'][] = []
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
    if (news === 'as it was') await takeBack(transaction, idsOf(some))
    else if (news) await announce(transaction, news, idsOf(some))
  }
}

function newsOf({ before, after }: Change): MessageKind | 'as it was' | undefined {
  if (after.withdrawnAt !== null) return before.withdrawnAt === null ? 'withdrawn' : undefined
  if (isDeclined(after)) return isDeclinedAnew(before, after) ? 'declined' : undefined
  if (after.is_accepted && (!before.is_accepted || isEnded(before))) return 'accepted'
  if (isEnded(before)) return after.is_archived ? 'as it was' : 'brought back'
  return before.is_accepted && !after.is_accepted ? 'revoked' : undefined
}

interface Change {
  before: Stored
  after: State
}

function decideOne(db: Database, _id: string, by: string, decisionOn: (row: State) => Decision) {
  return inTransaction(db, async (transaction) => {
    const before = await lockRecord(transaction, 'attachments', _id)
    if (!before) return unknown('application')
    const decision = decisionOn(before)
    const refusal = refusalOf(before, decision)
    if (refusal) return refusal
    const change = { before, after: outcome(before, decision) }
    if (isChange(change)) await settle(transaction, [change], by)
    return change
  })
}

function isChange({ before, after }: Change) {
  return changedFields(before, after).length > 0
}

/** Writes what has been decided, with what the history says of it. */
async function settle(transaction: Transaction<Tables>, changes: Change[], by: string) {
  for (const [state, some] of together(changes, ({ after }) => after)) {
    const updatedAt = later(...some.map(({ before }) => before.updatedAt))
    await transaction
      .updateTable('attachments')
      .set({ ...state, updatedAt })
      .where('_id', 'in', idsOf(some))
      .execute()
  }
  await remember(
    transaction,
    ...changes.flatMap(({ before, after }) => deedsOf(before._id, before, after, by)),
  )
  await announceDecisions(transaction, changes)
}

function declinedFor(before: State, { reason, message }: DeclineInput, at: string): State {
  const after = { declined_reason: reason, declined_message: message }
  const declinedAt = isDeclinedAnew(before, after) ? at : before.declinedAt
  return { is_accepted: false, is_archived: true, ...after, declinedAt, withdrawnAt: null }
}

function isDeclined({ declined_reason }: State) {
  return declined_reason !== null
}

/** Whether it is archived because it was declined or withdrawn. */
function isEnded(state: State) {
  return isDeclined(state) || state.withdrawnAt !== null
}

/** Whether it was not declined before, or for something else. */
function isDeclinedAnew(before: State, after: Pick<State, 'declined_reason' | 'declined_message'>) {
  return (
    before.declined_reason !== after.declined_reason ||
    before.declined_message !== after.declined_message
  )
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

function stateOf(row: State): State {
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

function skipped(number: number) {
  if (number === 0) return ''
  return `. ${number === 1 ? '1 was' : `${number} were`} left as ${number === 1 ? 'it is' : 'they are'}: withdrawn by the applicant`
}

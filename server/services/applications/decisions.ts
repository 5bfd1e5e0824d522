import type { Transaction } from 'kysely'

import type { DeclineInput, Decisions, Sending } from '../../../contract/application.ts'
import {
  type Decision,
  type DecisionState,
  isDeclined,
  isDeclinedAnew,
  isEnded,
  noOffer,
  notDeclined,
  applyDecision,
  readPlanned,
  restoredFrom,
  takesPlace,
} from '../../../contract/decision.ts'
import type { ExpectedVersion } from '../../../contract/endpoint.ts'
import type { MessageKind } from '../../../contract/message.ts'
import type { OfferState } from '../../../contract/offer.ts'
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
import { lockPlaces, noPlace } from '../intakes/places.ts'
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
  'offerState',
  'offeredAt',
  'answerBy',
  'answeredAt',
  'waitingOrder',
  'planned',
] as const satisfies (keyof DecisionState)[]

/** What decisions read of an application besides its state. */
const otherColumns = ['_id', 'updatedAt', 'createdAt', 'intake', 'department'] as const

export type Stored = DecisionState & Pick<AttachmentsTable, (typeof otherColumns)[number]>

/** State of a new application. */
export const undecided: DecisionState = {
  is_accepted: false,
  is_archived: false,
  ...notDeclined,
  withdrawnAt: null,
  ...noOffer,
  waitingOrder: null,
  planned: null,
}

/** The new value of a flag, and the `updatedAt` that the application had when the user read it. */
type WantedFlag<Name extends 'is_accepted' | 'is_archived'> =
  | (Pick<Decision, Name> & ExpectedVersion & Overbooking)
  | null
  | undefined

/** Accepts beyond the places of an intake, with a reason for the history. */
interface Overbooking {
  overbook?: boolean | undefined
  reason?: string | null | undefined
}

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
 * Applications that are withdrawn, that find no free place in their intake, or that others have
 * changed since the user read them, are skipped and reported in `left`.
 */
export function decide(db: Database, asked: Decisions, by: string) {
  const { ids, updatedAt, read, overbook, reason, ...decision } = asked
  return decideEach(db, { ids, updatedAt, read, overbook, reason }, by, {
    decisionOn: () => decision,
    messageOf: (number) => messageOf(decision, number),
  })
}

/** Carries out the planned decisions of applications. Those without one are skipped. */
export function sendPlanned(db: Database, { ids, read }: Sending, by: string) {
  return decideEach(db, { ids, read }, by, {
    decisionOn: ({ planned }) => readPlanned(planned) ?? undefined,
    messageOf: (number) => `${number} answer${number === 1 ? '' : 's'} sent`,
  })
}

interface Deciding {
  /** The decision on an application; undefined if there is none, so that the application is skipped. */
  decisionOn(before: Stored): Decision | undefined
  /** The sentence about the number of changed applications. */
  messageOf(changed: number): string
}

function decideEach(
  db: Database,
  {
    ids,
    updatedAt,
    read: seenVersions = {},
    ...overbooking
  }: Sending & ExpectedVersion & Overbooking,
  by: string,
  { decisionOn, messageOf }: Deciding,
) {
  return inTransaction(db, async (transaction) => {
    const rows = await transaction
      .selectFrom('attachments')
      .select([...otherColumns, ...stateColumns])
      .where('_id', 'in', ids)
      // Row locks in one order: concurrent decisions wait for each other without a deadlock.
      .orderBy('_id')
      .forUpdate()
      .execute()
    const unchanged = rows.filter((row) => !isStale({ updatedAt }, row))
    const asked = unchanged.flatMap((before) => {
      const decision = decisionOn(before)
      return decision ? [{ before, decision }] : []
    })
    const refusals = asked.map(({ before, decision }) => decisionErrorOf(before, decision))
    const possible = asked.filter((_, index) => !refusals[index])
    const apply = await decider(transaction, possible)
    const wanted = possible
      .map(({ before, decision }) => ({ before, after: apply(before, decision) }))
      .filter(isChange)
    const stale = await staleFor(transaction, wanted, seenVersions, by)
    const current = wanted.filter(({ before }) => !stale.has(before._id))
    const { changes, withoutPlace } = await withPlaces(transaction, current, overbooking)
    const undo = await applyChanges(transaction, changes, by)
    const decided = new Set(possible.map(({ before }) => before._id))
    const skippedIds = new Set([...stale, ...idsOf(withoutPlace)])
    const found = new Set(rows.map(({ _id }) => _id))
    const deleted = [...new Set(ids)].filter((_id) => !found.has(_id))
    const reasons = Map.groupBy(refusals.filter(isError), (error) => skipReason(error))
    return {
      changed: idsOf(changes),
      left: ids.filter((_id) => !decided.has(_id) || skippedIds.has(_id)),
      deleted,
      undo,
      message:
        messageOf(changes.length) +
        skipped(rows.length - unchanged.length + stale.size, 'changed meanwhile') +
        [...reasons].map(([why, some]) => skipped(some.length, why)).join('') +
        skipped(unchanged.length - asked.length, 'no decision is planned') +
        skipped(withoutPlace.length, 'no free place') +
        gone(deleted.length),
    }
  })
}

/** The changes that planned decisions would make, without making them. */
export function planChanges(db: Database, { ids }: Pick<Sending, 'ids'>) {
  return inTransaction(db, async (transaction) => {
    const rows = await transaction
      .selectFrom('attachments')
      .select([...otherColumns, ...stateColumns])
      .where('_id', 'in', ids)
      .execute()
    const planned = rows.flatMap((before) => {
      const decision = readPlanned(before.planned)
      return decision && !decisionErrorOf(before, decision) ? [{ before, decision }] : []
    })
    const apply = await decider(transaction, planned)
    const all = planned.map(({ before, decision }) => ({ before, after: apply(before, decision) }))
    return { all, ...(await withPlaces(transaction, all, {})) }
  })
}

/**
 * Offers a free place to the next on the waiting list. Returns whether somebody was waiting and a
 * place was free.
 */
export function acceptNextWaiting(db: Database, seats: { intake: string; department: string }) {
  return inTransaction(db, async (transaction) => {
    const before = await transaction
      .selectFrom('attachments')
      .select([...otherColumns, ...stateColumns])
      .where('intake', '=', seats.intake)
      .where('department', '=', seats.department)
      .where('waitingOrder', 'is not', null)
      .orderBy('waitingOrder')
      .orderBy('_id')
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
    if (!before) return false
    const decision = { is_accepted: true }
    const apply = await decider(transaction, [{ before, decision }])
    const change = { before, after: apply(before, decision) }
    const { changes } = await withPlaces(transaction, [change], {})
    if (changes.length === 0) return false
    await applyChanges(transaction, changes, undefined)
    return true
  })
}

/** Reads what decisions need, and returns a function that applies a decision to an application. */
async function decider(
  transaction: Transaction<Tables>,
  some: { before: Stored; decision: Decision }[],
) {
  const at = now()
  const answerDays = await answerDaysOf(
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
    return applyDecision(before, decision, contextOf(before, answerDays, at))
  }
}

/** The days to answer an offer, by the intakes of applications. */
export async function answerDaysOf(db: Database, intakes: (string | null)[]) {
  const ids = [...new Set(intakes)].filter((_id) => _id !== null)
  if (ids.length === 0) return new Map<string, number>()
  const rows = await db
    .selectFrom('intakes')
    .select(['_id', 'answerDays'])
    .where('_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ _id, answerDays }) => [_id, answerDays]))
}

export function contextOf(
  { intake, createdAt }: Pick<Stored, 'intake' | 'createdAt'>,
  answerDays: ReadonlyMap<string, number>,
  at: string,
) {
  return { at, createdAt, answerDays: (intake && answerDays.get(intake)) || null }
}

/**
 * Takes a place for each change that needs one. The changes without a free place are left out, unless
 * the user accepts beyond the places: then their history has the reason.
 */
async function withPlaces(
  transaction: Transaction<Tables>,
  changes: Change[],
  { overbook, reason }: Overbooking,
) {
  const offers = changes.filter(takesNewPlace)
  if (offers.length === 0) return { changes, withoutPlace: [] }
  const places = await lockPlaces(
    transaction,
    offers.map(({ before }) => before),
  )
  const beyond = new Set(offers.filter(({ before }) => !places.take(before)))
  if (!overbook) {
    return { changes: changes.filter((change) => !beyond.has(change)), withoutPlace: [...beyond] }
  }
  const note = reason ?? undefined
  return {
    changes: changes.map((change) => (beyond.has(change) && note ? { ...change, note } : change)),
    withoutPlace: [],
  }
}

function takesNewPlace({ before, after }: Change) {
  return before.intake !== null && takesPlace(after) && !takesPlace(before)
}

/**
 * The error if the changed application finds no free place in its intake. `isMoved`: a place that it
 * has in another department does not count.
 */
export async function placeError(
  transaction: Transaction<Tables>,
  { before, after }: Change,
  isMoved = false,
) {
  const change = { before: isMoved ? { ...before, ...noOffer } : before, after }
  const { withoutPlace } = await withPlaces(transaction, [change], {})
  return withoutPlace.length > 0 ? noPlace() : undefined
}

/**
 * The reason why a decision is not possible. A withdrawn application must be brought back first. Only
 * an undecided one can be planned or wait.
 */
export function decisionErrorOf(
  before: Pick<Stored, keyof DecisionState | 'intake' | 'department'>,
  decision: Decision,
) {
  const { is_accepted, is_archived, decline, is_withdrawn, waiting, planned, restore } = decision
  if (restore || is_withdrawn) return undefined
  if ((waiting || planned) && (before.is_accepted || before.is_archived)) return decidedAlready()
  const isToWait = waiting || (planned && 'waiting' in planned)
  if (isToWait && (before.intake === null || before.department === null)) return noIntake()
  if (before.withdrawnAt === null || is_archived === false) return undefined
  if (!decline && (!is_accepted || before.is_accepted)) return undefined
  return withdrawn()
}

const withdrawn = () =>
  new DomainError(
    'conflict',
    'The applicant has withdrawn this application. Unarchive it first, if they want it back.',
  )
const decidedAlready = () => new DomainError('conflict', 'This application is decided already.')
const noIntake = () =>
  new DomainError('conflict', 'This application has no intake, so there is no waiting list for it.')

/** Why the application was skipped, in the message about many. */
function skipReason({ message }: DomainError) {
  if (message === withdrawn().message) return 'withdrawn by the applicant'
  return message === noIntake().message ? 'without an intake' : 'decided already'
}

function isError(value: DomainError | undefined): value is DomainError {
  return value !== undefined
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

/** The history events of a change. A decline is one event, although it also changes flags. */
export function historyEventsOf(
  { before, after, note }: Change,
  by: string | undefined,
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

/** Enqueues the e-mails about decisions. */
export async function announceDecisions(transaction: Transaction<Tables>, changes: Change[]) {
  for (const [kind, some] of Map.groupBy(changes, notificationFor)) {
    if (kind) await enqueueMessage(transaction, kind, idsOf(some))
  }
}

export function notificationFor({ before, after }: Change): MessageKind | undefined {
  if (after.withdrawnAt !== null) return before.withdrawnAt === null ? 'withdrawn' : undefined
  if (isDeclined(after)) return isDeclinedAnew(before, after) ? 'declined' : undefined
  if (after.offerState !== before.offerState && after.offerState !== null) {
    return offerMessages[after.offerState]
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
} as const satisfies Record<OfferState, MessageKind>

function isWaiting({ waitingOrder }: DecisionState) {
  return waitingOrder !== null
}

export interface Change {
  before: Stored
  after: DecisionState
  /** The reason for accepting beyond the places of the intake. */
  note?: string
}

function decideOne(
  db: Database,
  _id: string,
  by: string,
  asked: (ExpectedVersion & Overbooking) | null | undefined,
  decisionOn: (row: DecisionState) => Decision,
) {
  return inTransaction(db, async (transaction) => {
    const before = await lockRecord(transaction, 'attachments', _id)
    if (!before) return notFound('application')
    const decision = decisionOn(before)
    const error = decisionErrorOf(before, decision)
    if (error) return error
    const apply = await decider(transaction, [{ before, decision }])
    const change = { before, after: apply(before, decision) }
    const wanted = [change].filter(isChange)
    const stale = await staleFor(transaction, wanted, { [_id]: asked?.updatedAt }, by)
    if (stale.has(_id)) return staleConflict('application', await current(transaction, _id))
    const { changes, withoutPlace } = await withPlaces(transaction, wanted, asked ?? {})
    if (withoutPlace.length > 0) return noPlace()
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
    .where('action', 'not in', actionsWithoutChange)
    .orderBy('_id')
    .execute()
  const latest = new Map(events.map(({ record, user }) => [record, user]))
  return new Set(ids.filter((_id) => latest.get(_id) !== by))
}

/** Actions that do not change the `updatedAt` of an application. */
const actionsWithoutChange: HistoryEvent['action'][] = [
  'export',
  'resend',
  'move',
  'assign',
  'note',
  'letter',
  'view document',
  'request document',
]

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

function stateOf(row: DecisionState): DecisionState {
  return Object.fromEntries(
    stateColumns.map((name) => [name, row[name]]),
  ) as unknown as DecisionState
}

function idsOf(changes: Change[]) {
  return changes.map(({ before }) => before._id)
}

function messageOf(decision: Decision, number: number) {
  const { is_accepted, is_archived, decline, is_withdrawn, waiting, planned } = decision
  const words = [
    ...(is_accepted === undefined ? [] : [is_accepted ? 'accepted' : 'pending again']),
    ...(is_archived === undefined ? [] : [is_archived ? 'archived' : 'unarchived']),
  ]
  if (is_withdrawn) words.push('withdrawn again')
  if (waiting !== undefined) words.push(waiting ? 'on the waiting list' : 'off the waiting list')
  if (words.length === 0) words.push(planned ? 'planned' : 'as before')
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

import type { DeclineInput, Decisions, Sending } from '../../../../contract/application.ts'
import {
  type Decision,
  type DecisionState,
  isEnded,
  noOffer,
  notDeclined,
  readPlanned,
} from '../../../../contract/decision.ts'
import type { ExpectedVersion } from '../../../../contract/endpoint.ts'
import type { Database } from '../../../database/tables.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { DomainError, notFound } from '../../domain-error.ts'
import { noPlace } from '../../intakes/places.ts'
import { ranksOf } from '../../intakes/waiting-list.ts'
import { isStale, lockRecord, staleConflict } from '../../optimistic-lock.ts'
import { read as current } from '../application-list.ts'
import { applyChanges, decider } from './apply-changes.ts'
import { type Overbooking, withPlaces } from './decision-places.ts'
import { gone, messageOf, skipped } from './decision-sentences.ts'
import { decisionErrorOf, skipReason } from './decision-rules.ts'
import { idsOf, isChange, otherColumns, stateColumns, type Stored } from './decision-state.ts'
import { staleFor } from './stale-decisions.ts'

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
  decisionOn: (before: Stored) => Decision | undefined
  /** The sentence about the number of changed applications. */
  messageOf: (changed: number) => string
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
      ...(withoutPlace.length > 0 && { withoutPlace: idsOf(withoutPlace) }),
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

/** The changes that decisions would make, without making them. */
export function planChanges(
  db: Database,
  ids: string[],
  decisionOn: (before: Stored) => Decision | undefined,
) {
  return inTransaction(db, async (transaction) => {
    const rows = await transaction
      .selectFrom('attachments')
      .select([...otherColumns, ...stateColumns])
      .where('_id', 'in', ids)
      .orderBy('_id')
      .execute()
    const possible = rows.flatMap((before) => {
      const decision = decisionOn(before)
      return decision && !decisionErrorOf(before, decision) ? [{ before, decision }] : []
    })
    const apply = await decider(transaction, possible)
    const wanted = possible
      .map(({ before, decision }) => ({ before, after: apply(before, decision) }))
      .filter(isChange)
    return withPlaces(transaction, wanted, {})
  })
}

/**
 * Offers a free place to the next on the waiting list. Returns false if nobody was waiting or no place
 * was free.
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
    // A move that this lock waited for may have put somebody else first.
    if ((await ranksOf(transaction, [before._id])).get(before._id)?.rank !== 1) return true
    const decision = { is_accepted: true }
    const apply = await decider(transaction, [{ before, decision }])
    const change = { before, after: apply(before, decision) }
    const { changes } = await withPlaces(transaction, [change], {})
    if (changes.length === 0) return false
    await applyChanges(transaction, changes, undefined)
    return true
  })
}

function isError(value: DomainError | undefined): value is DomainError {
  return value !== undefined
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

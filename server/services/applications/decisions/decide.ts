import type {
  DeclineInput,
  Decisions,
  Sending,
} from '../../../../contract/application/application.ts'
import { type Decision, readPlanned } from '../../../../contract/application/decision.ts'
import type { ExpectedVersion } from '../../../../contract/endpoint.ts'
import type { Database } from '../../../database/tables.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { DomainError, notFound } from '../../domain-error.ts'
import { noPlace } from '../../intakes/places.ts'
import { ranksOf } from '../../intakes/waiting-list.ts'
import { staleConflict } from '../../optimistic-lock.ts'
import { read } from '../application-list.ts'
import { applyChanges } from './apply-changes.ts'
import type { Overbooking } from './decision-places.ts'
import {
  refusalError,
  describeMany,
  describeOne,
  describeSkipped,
  describeUnchanged,
} from './decision-rules.ts'
import { idsOf, type Stored } from './decision-state.ts'
import { withReasonOfTwice } from './accepted-twice.ts'
import {
  type DecisionRequest,
  prepareDecisions,
  runDecisions,
  selectApplications,
} from './pipeline.ts'

/** Options of a call about one application, besides the decision. */
type Conditions = ExpectedVersion & Overbooking

/** Sets a flag of an application. Without a wanted value, toggles it. */
export function setFlag(
  db: Database,
  _id: string,
  flag: 'is_accepted' | 'is_archived',
  wanted: (Pick<Decision, 'is_accepted' | 'is_archived'> & Conditions) | null | undefined,
  by: string,
) {
  return decideOne(db, _id, by, wanted, (before) => ({ [flag]: wanted?.[flag] ?? !before[flag] }))
}

export function decline(db: Database, _id: string, input: DeclineInput, by: string) {
  return decideOne(db, _id, by, null, () => ({ decline: input }))
}

/** A decision on one application. The contract of each call picks the properties of its answer. */
function decideOne(
  db: Database,
  _id: string,
  by: string,
  conditions: Conditions | null | undefined,
  decisionOn: (before: Stored) => Decision,
) {
  return inTransaction(db, async (transaction) => {
    const [before] = await selectApplications(transaction, [_id]).forUpdate().execute()
    if (!before) return notFound('application')
    const decision = decisionOn(before)
    const { changes, skipped, undo } = await runDecisions(transaction, [before], {
      decisionOn: () => decision,
      by,
      seenVersions: { [_id]: conditions?.updatedAt },
      overbook: conditions?.overbook,
      reason: conditions?.reason,
    })
    const reason = skipped.get(_id)
    if (reason === 'stale') return staleConflict('application', await read(transaction, _id))
    if (reason === 'no place') return noPlace()
    if (reason) return refusalError(reason)
    const { is_accepted, is_archived, declined_reason } = changes[0]?.after ?? before
    const message = describeOne(decision, before)
    return { is_accepted, is_archived, declined_reason, undo, message }
  })
}

/**
 * Bulk decision. Returns the ids of the changed applications, and the decisions that undo it.
 * Applications that are withdrawn, that find no free place in their intake, or that others have
 * changed since the user read them, are skipped and reported in `left`. Nobody is accepted if one person
 * would be accepted twice in an intake, unless the user gives a reason.
 */
export function decide(db: Database, decisions: Decisions, by: string) {
  const { ids, updatedAt, read: seenVersions, overbook, twice, reason, ...decision } = decisions
  // Only an undo has a time: it restores what was accepted before.
  const isUndo = updatedAt !== undefined
  const request = { updatedAt, seenVersions, overbook, twice: twice || isUndo, reason, by }
  return decideEach(db, ids, { ...request, decisionOn: () => decision }, (number) =>
    describeMany(decision, number),
  )
}

/**
 * Carries out the planned decisions of applications. Those without one are skipped. The preview has named
 * people who are accepted twice.
 */
export function sendPlanned(db: Database, { ids, read: seenVersions }: Sending, by: string) {
  const request = { seenVersions, by, twice: true, decisionOn: plannedDecisionOn }
  return decideEach(db, ids, request, (number) => `${number} answer${number === 1 ? '' : 's'} sent`)
}

export function plannedDecisionOn({ planned }: Stored): Decision | undefined {
  return readPlanned(planned) ?? undefined
}

function decideEach(
  db: Database,
  ids: string[],
  request: DecisionRequest & { twice?: boolean | undefined },
  describe: (changed: number) => string,
) {
  return inTransaction(db, async (transaction) => {
    const rows = await selectApplications(transaction, ids).forUpdate().execute()
    const prepared = await prepareDecisions(transaction, rows, request)
    const { skipped, withoutPlace } = prepared
    const changes = await withReasonOfTwice(transaction, prepared.changes, request)
    if (changes instanceof DomainError) return changes
    const undo = await applyChanges(transaction, changes, request.by)
    const found = new Set(rows.map(({ _id }) => _id))
    const deleted = [...new Set(ids)].filter((_id) => !found.has(_id))
    return {
      changed: idsOf(changes),
      left: ids.filter((_id) => skipped.has(_id) || !found.has(_id)),
      deleted,
      ...(withoutPlace.length > 0 && { withoutPlace }),
      undo,
      message:
        describe(changes.length) +
        (changes.length === 0 ? describeUnchanged(found.size - skipped.size) : '') +
        describeSkipped([...skipped.values()], deleted.length),
    }
  })
}

/**
 * Offers a free place to the next on the waiting list. Returns false if nobody was waiting or no place
 * was free.
 */
export function acceptNextWaiting(
  db: Database,
  { intake, department }: { intake: string; department: string },
) {
  return inTransaction(db, async (transaction) => {
    const before = await transaction
      .selectFrom('attachments')
      .selectAll()
      .where('intake', '=', intake)
      .where('department', '=', department)
      .where('waitingOrder', 'is not', null)
      .orderBy('waitingOrder')
      .orderBy('_id')
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
    if (!before) return false
    // A move that this lock waited for may have put somebody else first.
    if ((await ranksOf(transaction, [before._id])).get(before._id)?.rank !== 1) return true
    const decisionOn = () => ({ is_accepted: true })
    const { changes } = await runDecisions(transaction, [before], { decisionOn })
    return changes.length > 0
  })
}

import { dayInKenya } from '../../../contract/time-zone.ts'
import { applicantStatusOf, canReplaceDocuments } from '../../../contract/application/decision.ts'
import type { OwnApplication, OwnPlacement } from '../../../contract/application/own-application.ts'
import type { AttachmentsTable, Database } from '../../database/tables.ts'
import { documentsOf } from '../documents/documents.ts'
import { ranksOf } from '../intakes/waiting-list.ts'
import { lettersFor } from '../letters/letters.ts'
import { papersOf } from '../papers/papers.ts'
import { countMissing } from '../questions/shown-extra.ts'
import { ownPlacementOf } from '../placements/placements.ts'
import { offerOf } from './application-list.ts'

export async function readOwnApplication(
  db: Database,
  row: AttachmentsTable,
): Promise<OwnApplication> {
  const documents = await documentsOf(db, [row._id])
  const papers = await papersOf(db, [row._id])
  const placement = await ownPlacementOf(db, row._id)
  return {
    referenceId: row.referenceId,
    standing: applicantStatusOf(row),
    receivedAt: row.createdAt,
    contact_by: row.contact_by,
    isSmsRefused: row.smsRefused !== null,
    declined_reason: row.declined_reason,
    declined_message: row.declined_message,
    endedAt: row.withdrawnAt ?? row.declinedAt,
    canBeWithdrawn: canBeWithdrawn(row, placement),
    documents: documents(row._id),
    papers: papers(row._id),
    canReplaceDocuments: canReplaceDocuments(row),
    ...(await intakeParts(db, row, placement)),
  }
}

/**
 * The intake of an application, its offer, its place on the waiting list and its letters. Department and
 * days are those of the placement: staff may have moved it.
 */
async function intakeParts(db: Database, row: AttachmentsTable, placement: OwnPlacement | null) {
  const { _id, intake, department, waitingOrder } = row
  if (intake === null) return {}
  const found = await db
    .selectFrom('intakes')
    .leftJoin('departments', (join) => join.on('departments._id', '=', department))
    .leftJoin('intake_places', (join) =>
      join
        .onRef('intake_places.intake', '=', 'intakes._id')
        .onRef('intake_places.department', '=', 'departments._id'),
    )
    .selectAll('intakes')
    .select(['departments.name as departmentName', 'intake_places.places'])
    .select('departments.name_sw as departmentNameSw')
    .where('intakes._id', '=', intake)
    .executeTakeFirst()
  const rank = waitingOrder === null ? undefined : (await ranksOf(db, [_id])).get(_id)
  if (!found) return {}
  const missingAnswers = await countMissing(db, row)
  const { departmentName, departmentNameSw, places, name, name_sw } = found
  const { startsOn, endsOn } = placement ?? found
  return {
    intake: { name, name_sw, startsOn, endsOn },
    ...(missingAnswers > 0 && { missingAnswers }),
    department: placement ? placement.department : departmentName,
    department_sw: placement ? placement.department_sw : departmentNameSw,
    placement,
    arrivedLate: row.arrivedLate,
    offer: offerOf(row),
    letters: await lettersFor(db, _id),
    waiting: rank ? { ...rank, places: places ?? 0 } : null,
  }
}

export function canBeWithdrawn(row: AttachmentsTable, placement: OwnPlacement | null) {
  const status = applicantStatusOf(row)
  const isOver = isBrokenOff(placement) || hasEnded(placement)
  return (status === 'received' || status === 'accepted') && !isOver
}

/** Whether the last day of the placement is over. */
export function hasEnded(placement: OwnPlacement | null) {
  return placement !== null && placement.endsOn < dayInKenya(Date.now())
}

export function isBrokenOff(placement: OwnPlacement | null) {
  return placement !== null && placement.brokenOffOn !== null
}

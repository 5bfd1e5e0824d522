import { sql, type SqlBool } from 'kysely'

import type { ExpectedVersion } from '../../../contract/endpoint.ts'
import type { OwnPlacement } from '../../../contract/application/own-application.ts'
import {
  placementStateOn,
  type Placement,
  type PlacementInput,
  type PlacementQuery,
} from '../../../contract/intake/placement.ts'
import { dayInKenya, addDays } from '../../../contract/time-zone.ts'
import type { Search } from '../../database/engine.ts'
import { anyOf } from '../../database/prepared.ts'
import { termsOf } from '../../database/search-terms.ts'
import type { AttachmentsTable, Database, Transaction } from '../../database/tables.ts'
import { DomainError, invalidField, notFound, changeOrRefuse } from '../domain-error.ts'
import { recordHistory, eventOn } from '../history.ts'
import { newEditableRecord } from '../ids.ts'
import { kiswahiliNameOf } from '../kiswahili-name.ts'
import { changedFields, isStale, lockRecord, overwrite, staleConflict } from '../optimistic-lock.ts'
import { paginate, parseSort, type List } from '../pagination.ts'
import { findRow } from '../rows.ts'

/** The placements of a query, the first to start first unless the query sorts them. */
export async function list(
  db: Database,
  search: Search,
  { q, state, department, intake, application, sort }: PlacementQuery,
): Promise<List<Placement>> {
  const terms = termsOf(q ?? '')
  let rows = confirmed(db).select('placements._id')
  if (state) rows = rows.where(inState(state, dayInKenya(Date.now())))
  if (department) rows = rows.where('placements.department', '=', department)
  if (intake) rows = rows.where('attachments.intake', '=', intake)
  if (application) rows = rows.where('placements.attachment', '=', application)
  if (terms.length > 0) {
    rows = rows
      .innerJoin('search_texts as listed', 'listed._id', 'placements.attachment')
      .where(await search.find(db, terms))
  }
  const isFiltered = state ?? department ?? intake ?? application ?? terms[0]
  const counted = isFiltered ? rows : allConfirmed(db)
  return paginate(counted, parseSort(sort, orders, 'startsOn'), {
    _id: sql.ref('placements._id'),
    joined: rows,
    read: (ids) => readPlacements(db, ids),
  })
}

/** The applications of these placements, in any order. */
export async function applicationsOf(db: Database, ids: string[]) {
  const rows = await db
    .selectFrom('placements')
    .select('attachment')
    .where(anyOf(db, '_id', ids))
    .execute()
  return rows.map(({ attachment }) => attachment)
}

const orders = {
  startsOn: sql.ref('placements.startsOn'),
  endsOn: sql.ref('placements.endsOn'),
  name: sql.ref('placements.nameOrder'),
  department: sql`coalesce((select "searchText" from departments where _id = placements.department), '')`,
}

/**
 * A placement counts while the offer is confirmed. No index serves this expression, so that each page comes
 * from an index in its order, or from that of a filter, and not from all confirmed offers.
 */
function confirmed(db: Database) {
  return db
    .selectFrom('placements')
    .innerJoin('attachments', 'attachments._id', 'placements.attachment')
    .where(sql<SqlBool>`coalesce(attachments."offerState", '') = 'confirmed'`)
}

/** Condition of a count: the index of confirmed offers finds all of them. */
function allConfirmed(db: Database) {
  return db
    .selectFrom('placements')
    .innerJoin('attachments', 'attachments._id', 'placements.attachment')
    .where('attachments.offerState', '=', 'confirmed')
    .select('placements._id')
}

/** SQL condition: the state of a placement on a day, as `placementStateOn` computes it. */
function inState(state: NonNullable<PlacementQuery['state']>, today: string) {
  const goesOn = sql`placements."brokenOffOn" is null`
  const [startsOn, endsOn] = [sql`placements."startsOn"`, sql`placements."endsOn"`]
  switch (state) {
    case 'broken_off':
      return sql<SqlBool>`not ${goesOn}`
    case 'upcoming':
      return sql<SqlBool>`${goesOn} and ${startsOn} > ${today}`
    case 'starting':
      return sql<SqlBool>`${goesOn} and ${startsOn} > ${today} and ${startsOn} <= ${addDays(today, 7)}`
    case 'running':
      return sql<SqlBool>`${goesOn} and ${startsOn} <= ${today} and ${endsOn} >= ${today}`
    case 'ended':
      return sql<SqlBool>`${goesOn} and ${startsOn} <= ${today} and ${endsOn} < ${today}`
    default:
      return state satisfies never
  }
}

export async function get(db: Database, _id: string) {
  const [found] = await readPlacements(db, [_id])
  return found ?? notFound('placement')
}

/** The placement of an application, without the application; null if there is none. */
export async function placementOf(db: Database, attachment: string) {
  const found = await findRow(db, 'placements', { attachment })
  const [read] = found ? await readPlacements(db, [found._id]) : []
  if (!read) return null
  const { application: _, ...placement } = read
  return placement
}

/** The part of a placement that its applicant may read; null without a placement. */
export async function ownPlacementOf(
  db: Database,
  attachment: string,
): Promise<OwnPlacement | null> {
  const placement = await placementOf(db, attachment)
  if (!placement) return null
  const { startsOn, endsOn, brokenOffOn, department, supervisor, supervisorName } = placement
  return {
    startsOn,
    endsOn,
    brokenOffOn,
    department: department?.name ?? null,
    department_sw: await kiswahiliNameOf(db, 'departments', department),
    supervisor: supervisor?.name ?? supervisorName,
  }
}

/** Replaces a placement under its optimistic lock. */
export function update(
  db: Database,
  _id: string,
  { updatedAt, ...input }: PlacementInput & ExpectedVersion,
  by: string,
) {
  const missing = () => invalidField('department', 'Choose a department and a user from the list')
  return changeOrRefuse(db, { missing }, async (transaction) => {
    const stored = await lockRecord(transaction, 'placements', _id)
    const current = await get(transaction, _id)
    if (!stored || current instanceof DomainError) return notFound('placement')
    if (isStale({ updatedAt }, stored)) return staleConflict('placement', current)
    const error = errorOf(input)
    if (error) return error
    const columns = { ...input, ...(input.brokenOffOn === null && { brokenOffReason: null }) }
    const fields = changedFields(stored, columns)
    if (fields.length > 0) {
      await overwrite(transaction, 'placements', stored, columns)
      const event = eventOn('placement', _id, by)
      await recordHistory(transaction, { action: 'change', ...event, fields })
    }
    return get(transaction, _id)
  })
}

function errorOf({ startsOn, endsOn, brokenOffOn, brokenOffReason }: PlacementInput) {
  if (endsOn < startsOn) {
    return invalidField('endsOn', 'The last day must not be before the first day')
  }
  if (brokenOffOn === null) return undefined
  if (brokenOffReason === null) return invalidField('brokenOffReason', 'Give a reason')
  if (brokenOffOn > endsOn) {
    return invalidField('brokenOffOn', 'Choose a day before the last day')
  }
  return undefined
}

/**
 * Adds the placement of an applicant who confirms an offer, with the dates of the intake. From then on,
 * only `update` changes it. After an earlier acceptance that was revoked, its placement begins anew.
 */
export async function addPlacement(
  transaction: Transaction,
  { _id: attachment, intake, department }: Pick<AttachmentsTable, '_id' | 'intake' | 'department'>,
) {
  const dates = await transaction
    .selectFrom('intakes')
    .select(['startsOn', 'endsOn'])
    .where('_id', '=', intake)
    .executeTakeFirst()
  if (!dates) return
  const columns = {
    department,
    ...dates,
    supervisor: null,
    supervisorName: null,
    supervisorPhone: null,
    brokenOffOn: null,
    brokenOffReason: null,
  }
  const earlier = await transaction
    .selectFrom('placements')
    .selectAll()
    .where('attachment', '=', attachment)
    .forUpdate()
    .executeTakeFirst()
  if (!earlier) {
    const row = { ...newEditableRecord(), attachment, ...columns }
    await transaction.insertInto('placements').values(row).execute()
    return
  }
  const fields = changedFields(earlier, columns)
  if (fields.length === 0) return
  await overwrite(transaction, 'placements', earlier, columns)
  const event = eventOn('placement', earlier._id)
  await recordHistory(transaction, { action: 'change', ...event, fields })
}

/** Reads placements, in any order. */
async function readPlacements(db: Database, ids: string[]): Promise<Placement[]> {
  const rows = await confirmed(db)
    .leftJoin('intakes', 'intakes._id', 'attachments.intake')
    .leftJoin('institutions', 'institutions._id', 'attachments.institution')
    .leftJoin('departments', 'departments._id', 'placements.department')
    .leftJoin('users', 'users._id', 'placements.supervisor')
    .selectAll('placements')
    .select(['attachments.first_name', 'attachments.last_name', 'attachments.referenceId'])
    .select(['attachments.intake', 'intakes.name as intakeName'])
    .select(['attachments.institution', 'institutions.name as institutionName'])
    .select('attachments.institution_name')
    .select(['departments.name as departmentName', 'users.name as userName'])
    .where('placements._id', 'in', ids)
    .execute()
  const today = dayInKenya(Date.now())
  return rows.map((row) => {
    const { attachment, first_name, last_name, referenceId, nameOrder: _, ...placement } = row
    const { intakeName, institutionName, departmentName, userName, ...columns } = placement
    return {
      ...columns,
      application: { _id: attachment, name: `${first_name} ${last_name}`, referenceId },
      intake: nameRefOf(row.intake, intakeName),
      institution: nameRefOf(row.institution, institutionName),
      department: nameRefOf(row.department, departmentName),
      supervisor: nameRefOf(row.supervisor, userName),
      state: placementStateOn(row, today),
    }
  })
}

function nameRefOf(_id: string | null, name: string | null) {
  return _id === null || name === null ? null : { _id, name }
}

import { sql, type SqlBool, type Transaction } from 'kysely'

import type { ExpectedVersion } from '../../../contract/endpoint.ts'
import type { OwnPlacement } from '../../../contract/application/own-application.ts'
import {
  placementStateOn,
  type Placement,
  type PlacementInput,
  type PlacementQuery,
} from '../../../contract/intake/placement.ts'
import { dayInKenya } from '../../../contract/time-zone.ts'
import type { Search } from '../../database/engine.ts'
import { termsOf } from '../../database/search-terms.ts'
import type { AttachmentsTable, Database, Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { DomainError, invalidField, mapConstraintErrors, notFound } from '../domain-error.ts'
import { recordHistory } from '../history.ts'
import { newEditableRecord } from '../ids.ts'
import { changedFields, isStale, lockRecord, overwrite, staleConflict } from '../optimistic-lock.ts'
import { inOrderOf, paginate, parseSort, type List } from '../pagination.ts'

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
    read: (found) =>
      readPlacements(
        db,
        found.map(({ _id }) => _id),
      ),
  })
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
export function inState(state: NonNullable<PlacementQuery['state']>, today: string) {
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

function addDays(day: string, days: number) {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

export async function get(db: Database, _id: string) {
  const [found] = await readPlacements(db, [_id])
  return found ?? notFound('placement')
}

/** The placement of an application, without the application; null if there is none. */
export async function placementOf(db: Database, attachment: string) {
  const found = await db
    .selectFrom('placements')
    .select('_id')
    .where('attachment', '=', attachment)
    .executeTakeFirst()
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
  const work = () =>
    inTransaction(db, async (transaction) => {
      const stored = await lockRecord(transaction, 'placements', _id)
      const current = await get(transaction, _id)
      if (!stored || current instanceof DomainError) return notFound('placement')
      if (isStale({ updatedAt }, stored)) return staleConflict('placement', current)
      const error = errorOf(input)
      if (error) return error
      const columns = { ...input, ...(input.brokenOffOn === null && { brokenOffReason: null }) }
      const fields = changedFields(stored, columns)
      if (fields.length > 0) {
        await overwrite(transaction, 'placements', _id, columns, stored)
        const event = { action: 'change', entity: 'placement', record: _id, user: by } as const
        await recordHistory(transaction, { ...event, fields })
      }
      return get(transaction, _id)
    })
  const missing = () => invalidField('department', 'Choose a department and a user from the list')
  return mapConstraintErrors(work, { missing })
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
  transaction: Transaction<Tables>,
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
  await overwrite(transaction, 'placements', earlier._id, columns, earlier)
  const event = { action: 'change', entity: 'placement', record: earlier._id } as const
  await recordHistory(transaction, { ...event, fields })
}

/** Reads placements in the order of the ids. */
export async function readPlacements(db: Database, ids: string[]): Promise<Placement[]> {
  if (ids.length === 0) return []
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
  return inOrderOf(
    ids,
    rows.map((row) => ({
      _id: row._id,
      application: {
        _id: row.attachment,
        name: `${row.first_name} ${row.last_name}`,
        referenceId: row.referenceId,
      },
      intake: nameRefOf(row.intake, row.intakeName),
      institution: nameRefOf(row.institution, row.institutionName),
      institution_name: row.institution_name,
      department: nameRefOf(row.department, row.departmentName),
      startsOn: row.startsOn,
      endsOn: row.endsOn,
      supervisor: nameRefOf(row.supervisor, row.userName),
      supervisorName: row.supervisorName,
      supervisorPhone: row.supervisorPhone,
      brokenOffOn: row.brokenOffOn,
      brokenOffReason: row.brokenOffReason,
      state: placementStateOn(row, today),
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    })),
  )
}

function nameRefOf(_id: string | null, name: string | null) {
  return _id === null || name === null ? null : { _id, name }
}

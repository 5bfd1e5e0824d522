import { sql } from 'kysely'

import type { ExpectedVersion } from '../../../contract/endpoint.ts'
import {
  intakeDateErrors,
  intakeStateAt,
  type Intake,
  type IntakeInput,
  type IntakeQuery,
  type IntakeState,
} from '../../../contract/intake/intake.ts'
import { defaultPapers } from '../../../contract/intake/papers.ts'
import { dayInKenya } from '../../../contract/time-zone.ts'
import { derivedColumns } from '../../database/derived-columns.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { countRows, deleteRows } from '../rows.ts'
import { DomainError, invalidField, notFound, conflict, changeOrRefuse } from '../domain-error.ts'
import { recordHistory, eventOn } from '../history.ts'
import { newEditableRecord } from '../ids.ts'
import {
  changedColumns,
  changedFields,
  isStale,
  lockRecord,
  overwrite,
  staleConflict,
} from '../optimistic-lock.ts'
import { contains, paginate, parseSort, type List } from '../pagination.ts'
import { arePapersChanged, papersOfIntakes, storePapers } from '../papers/intake-papers.ts'
import { offerTakesPlace } from './places.ts'

/** The intakes of a query, the last to open first unless the query sorts them. */
export function list(db: Database, { q, state, sort }: IntakeQuery): List<Intake> {
  let rows = db.selectFrom('intakes').select('intakes._id')
  if (q) rows = rows.where(contains('intakes.searchText', q))
  if (state) rows = rows.where(inState(state, Date.now()))
  return paginate(rows, parseSort(sort, orders, '-opensAt'), {
    _id: sql.ref('intakes._id'),
    read: (ids) => readIntakes(db, ids),
  })
}

const orders = {
  name: sql.ref('intakes.searchText'),
  opensAt: sql.ref('intakes.opensAt'),
  closesAt: sql.ref('intakes.closesAt'),
  startsOn: sql.ref('intakes.startsOn'),
  createdAt: sql.ref('intakes.createdAt'),
}

/** SQL condition: the intake is in a state at a time, as `intakeStateAt` computes it. */
function inState(state: IntakeState, at: number) {
  const [time, today] = [new Date(at).toISOString(), dayInKenya(at)]
  const isClosed = sql`"closesAt" <= ${time}`
  switch (state) {
    case 'planned':
      return sql<boolean>`"opensAt" > ${time}`
    case 'open':
      return sql<boolean>`"opensAt" <= ${time} and not ${isClosed}`
    case 'closed':
      return sql<boolean>`${isClosed} and "startsOn" > ${today}`
    case 'running':
      return sql<boolean>`${isClosed} and "startsOn" <= ${today} and "endsOn" >= ${today}`
    case 'ended':
      return sql<boolean>`${isClosed} and "startsOn" <= ${today} and "endsOn" < ${today}`
    default:
      return state satisfies never
  }
}

export async function get(db: Database, _id: string) {
  const [found] = await readIntakes(db, [_id])
  return found ?? notFound('intake')
}

export function create(
  db: Database,
  { places, papers = defaultPapers, ...columns }: IntakeInput,
  by: string,
) {
  return changeOrRefuse(db, constraintErrors, async (transaction) => {
    const error = dateError(columns)
    if (error) return error
    const row = { ...newEditableRecord(), ...columns, ...derivedColumns.intakes(columns) }
    await transaction.insertInto('intakes').values(row).execute()
    await storePlaces(transaction, row._id, places)
    await storePapers(transaction, row._id, papers)
    await recordHistory(transaction, { action: 'create', ...eventOn('intake', row._id, by) })
    return get(transaction, row._id)
  })
}

/** Replaces an intake under its optimistic lock. Places that are taken cannot be removed. */
export function update(
  db: Database,
  _id: string,
  { places, papers, updatedAt, ...columns }: IntakeInput & ExpectedVersion,
  by: string,
) {
  return changeOrRefuse(db, constraintErrors, async (transaction) => {
    const stored = await lockRecord(transaction, 'intakes', _id)
    const current = await get(transaction, _id)
    if (!stored || current instanceof DomainError) return notFound('intake')
    if (isStale({ updatedAt }, stored)) return staleConflict('intake', current)
    const error = dateError(columns)
    if (error) return error
    const fields = changedFields(stored, columns)
    if (arePlacesChanged(current, places)) {
      const taken = await lockTaken(transaction, current, places)
      if (taken) return taken
      await storePlaces(transaction, _id, places)
      fields.push('places')
    }
    if (papers && arePapersChanged(current.papers, papers)) {
      const refused = await storePapers(transaction, _id, papers)
      if (refused) throw refused
      fields.push('papers')
    }
    if (fields.length > 0) {
      const changed = changedColumns(derivedColumns.intakes, stored, columns)
      await overwrite(transaction, 'intakes', stored, changed)
      await recordHistory(transaction, { action: 'change', ...eventOn('intake', _id, by), fields })
    }
    return get(transaction, _id)
  })
}

/** Deletes an intake that no application refers to. */
export function remove(db: Database, _id: string, by: string) {
  return inTransaction(db, async (transaction) => {
    // The row lock waits for submissions to this intake, and lets no further one in.
    if (!(await lockRecord(transaction, 'intakes', _id))) return notFound('intake')
    const used = await countRows(transaction.selectFrom('attachments').where('intake', '=', _id))
    if (used > 0) {
      const applications = `${used.toLocaleString('en')} application${used === 1 ? '' : 's'}`
      return conflict(`This intake is used by ${applications}, so it cannot be deleted.`)
    }
    await deleteRows(transaction, 'intakes', { _id })
    await recordHistory(transaction, { action: 'delete', ...eventOn('intake', _id, by) })
    return { _id }
  })
}

/** Reads intakes with their places and states, in any order. */
export async function readIntakes(db: Database, ids: string[]): Promise<Intake[]> {
  const rows = await db.selectFrom('intakes').selectAll().where('_id', 'in', ids).execute()
  const places = Map.groupBy(await readPlaces(db, ids), ({ intake }) => intake)
  const papers = await papersOfIntakes(db, ids)
  return rows.map(({ nameKey: _key, searchText: _text, ...row }) => ({
    ...row,
    state: intakeStateAt(row, Date.now()),
    places: (places.get(row._id) ?? []).map(({ intake: _, department, name, ...counts }) => ({
      department: { _id: department, name },
      ...counts,
    })),
    papers: papers(row._id),
  }))
}

/** The places of intakes by the name of the department, with the number of taken ones. */
function readPlaces(db: Database, ids: string[]) {
  return db
    .selectFrom('intake_places')
    .innerJoin('departments', 'departments._id', 'intake_places.department')
    .select((row) => [
      'intake_places.intake',
      'intake_places.department',
      'departments.name',
      'intake_places.places',
      row
        .selectFrom('attachments')
        .select(({ fn }) => fn.countAll<number>().as('taken'))
        .whereRef('attachments.intake', '=', 'intake_places.intake')
        .whereRef('attachments.department', '=', 'intake_places.department')
        .where(offerTakesPlace)
        .$asScalar()
        .$notNull()
        .as('taken'),
    ])
    .where('intake_places.intake', 'in', ids)
    .orderBy('departments.searchText')
    .execute()
}

type Places = IntakeInput['places']

async function storePlaces(transaction: Transaction, intake: string, places: Places) {
  await deleteRows(transaction, 'intake_places', { intake })
  if (places.length === 0) return
  const rows = places.map((place) => ({ intake, ...place }))
  await transaction.insertInto('intake_places').values(rows).execute()
}

function arePlacesChanged({ places: stored }: Intake, wanted: Places) {
  const before = new Map(stored.map(({ department, places }) => [department._id, places]))
  return (
    stored.length !== wanted.length ||
    wanted.some(({ department, places }) => before.get(department) !== places)
  )
}

/** Locks the places. Returns the error if fewer places remain than are taken. */
async function lockTaken(transaction: Transaction, { _id }: Intake, wanted: Places) {
  await transaction
    .selectFrom('intake_places')
    .select('department')
    .where('intake', '=', _id)
    .orderBy('department')
    .forUpdate()
    .execute()
  const now = await readPlaces(transaction, [_id])
  const left = new Map(wanted.map(({ department, places }) => [department, places]))
  const lowered = now.find(
    ({ department, places, taken }) => (left.get(department) ?? 0) < Math.min(taken, places),
  )
  if (!lowered) return undefined
  const taken = lowered.taken.toLocaleString('en')
  return conflict(`${lowered.name}: ${taken} places are taken, so there cannot be fewer.`, 'places')
}

function dateError(dates: Parameters<typeof intakeDateErrors>[0]) {
  const fields = intakeDateErrors(dates)
  const [message] = Object.values(fields)
  return message === undefined ? undefined : new DomainError('invalid', message, { fields })
}

const constraintErrors = {
  taken: () => conflict('An intake with this name exists already.', 'name'),
  missing: () => invalidField('places', 'Choose departments from the list'),
}

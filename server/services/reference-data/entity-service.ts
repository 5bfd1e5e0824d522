import { sql, type Kysely } from 'kysely'

import type { ExpectedVersion } from '../../../contract/endpoint.ts'
import type { Database } from '../../database/tables.ts'
import { recordHistory, eventOn } from '../history.ts'
import { countRows, deleteRows } from '../rows.ts'
import { invalidField, notFound, conflict, changeOrRefuse } from '../domain-error.ts'
import { newEditableRecord } from '../ids.ts'
import {
  changedColumns,
  changedFields,
  isStale,
  lockRecord,
  overwrite,
  staleConflict,
} from '../optimistic-lock.ts'
import { contains, paginate, parseSort } from '../pagination.ts'
import type { Entity, EntityInput, EntityQuery, EntityRecord } from '../entity.ts'
import { withReferences } from './with-references.ts'

// One CRUD service for every entity of the registry.

export function list(db: Database, entity: Entity, query: EntityQuery) {
  const { table, search = (text) => contains(`${table}.searchText`, text) } = entity
  const conditions = entity.filter?.(query) ?? []
  if (query.q) conditions.push(search(query.q))
  const rows = conditions.reduce((all, condition) => all.where(condition), select(db, entity))
  return paginate(rows, parseSort(query.sort, entity.order, 'name'), {
    _id: sql.ref(`${table}._id`),
    read: (_ids, found) => found.map((row) => toRecord(entity, row)),
  })
}

export async function get(db: Database, entity: Entity, _id: string) {
  const found = await select(db, entity)
    .where(sql.ref(`${entity.table}._id`), '=', _id)
    .executeTakeFirst()
  return found ? toRecord(entity, found) : notFound(entity.name)
}

export function create(db: Database, entity: Entity, input: EntityInput, by: string) {
  const { name, table } = entity
  return changeOrRefuse(db, constraintErrors(entity), async (transaction) => {
    const row = newRow(entity, input)
    await untypedTables(transaction).insertInto(table).values(row).execute()
    await recordHistory(transaction, { action: 'create', ...eventOn(name, row._id, by) })
    return get(transaction, entity, row._id)
  })
}

/** Replaces a record under its optimistic lock. If all values are equal, nothing is stored. */
export function update(
  db: Database,
  entity: Entity,
  _id: string,
  input: EntityInput & ExpectedVersion,
  by: string,
) {
  const { name, table, derive } = entity
  return changeOrRefuse(db, constraintErrors(entity), async (transaction) => {
    const early = await entity.beforeLock?.(transaction, _id, input)
    const stored = await lockRecord(transaction, table, _id)
    if (!stored) return notFound(name)
    if (isStale(input, stored)) return staleConflict(name, await get(transaction, entity, _id))
    const error = early ?? (await entity.beforeUpdate?.(transaction, stored, input))
    if (error) return error
    const fields = changedFields(stored, input)
    if (fields.length > 0) {
      const columns = changedColumns(derive, stored, input)
      await overwrite(transaction, table, stored, columns)
      await recordHistory(transaction, { action: 'change', ...eventOn(name, _id, by), fields })
    }
    return get(transaction, entity, _id)
  })
}

/** Deletes a record, unless other records refer to it. The error then says how many. */
export function remove(db: Database, entity: Entity, _id: string, by: string) {
  const { name, table } = entity
  // A foreign key refuses the deletion if another request refers to the record at the same moment.
  const justUsed = () => conflict(`This ${name} has just come into use, so it cannot be deleted.`)
  return changeOrRefuse(db, { taken: justUsed, missing: justUsed }, async (transaction) => {
    const error =
      (await entity.beforeDelete?.(transaction, _id, by)) ?? (await inUse(transaction, entity, _id))
    if (error) return error
    if ((await deleteRows(transaction, table, { _id })) === 0) return notFound(name)
    await recordHistory(transaction, { action: 'delete', ...eventOn(name, _id, by) })
    return undefined
  })
}

/** The row of a new record, with its derived columns. */
export function newRow({ defaults, derive }: Entity, input: EntityInput) {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const values: EntityInput = { ...defaults, ...Object.fromEntries(given) }
  return { ...newEditableRecord(), ...values, ...derive(values) }
}

/** The database without column types. `defineEntity` has checked the columns of each entity. */
export function untypedTables(db: Database) {
  return db as unknown as Kysely<Record<string, Row>>
}

interface Row {
  [column: string]: string | null
  _id: string
}

function select(db: Database, { table, calls, references, computed }: Entity) {
  const fields = Object.keys(calls.get.response.shape)
  const valueOf = (field: string) => computed[field] ?? sql.ref<string | null>(`${table}.${field}`)
  const own = untypedTables(db)
    .selectFrom(table)
    .select(fields.map((field) => valueOf(field).as(field)))
    .$castTo<Row>()
  return Object.entries(references).reduce(
    (rows, [key, { table: to }]) =>
      rows
        .innerJoin(to, (join) => join.onRef(`${to}._id`, '=', `${table}.${key}`))
        .select(sql.ref<string | null>(`${to}.name`).as(`${key}Name`)),
    own,
  )
}

function toRecord({ references }: Entity, row: Row) {
  return withReferences(row, Object.keys(references)) as unknown as EntityRecord
}

function constraintErrors({ unique, references }: Entity) {
  return {
    taken(constraint: string) {
      const fields = Object.keys(unique)
      const field = fields.find((name) => constraint.includes(name)) ?? fields[0]!
      return conflict(unique[field]!, field)
    },
    missing() {
      const [field, { missing }] = Object.entries(references)[0]!
      return invalidField(field, missing)
    },
  }
}

async function inUse(db: Database, { name, usedBy = {} }: Entity, _id: string) {
  const uses: string[] = []
  for (const [noun, { table, column }] of Object.entries(usedBy)) {
    const referring = untypedTables(db).selectFrom(table).where(sql.ref(column), '=', _id)
    const count = await countRows(referring)
    if (count > 0) uses.push(`${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`)
  }
  if (uses.length === 0) return undefined
  return conflict(`This ${name} is used by ${inWords.format(uses)}, so it cannot be deleted.`)
}

const inWords = new Intl.ListFormat('en')

import { sql } from 'kysely'

import type { DepartmentInput, DepartmentQuery } from '../../contract/department.ts'
import type { Database } from '../database/tables.ts'
import { contains, listOf, orderOf, textOrder } from './list.ts'
import { newRecord } from './record.ts'
import { guarded, Refusal, unknown } from './refusal.ts'
import { removeUnused } from './usage.ts'

const order = {
  name: textOrder('name'),
  code: textOrder('code'),
  headOfDepartment: textOrder('headOfDepartment'),
  createdAt: sql.ref('createdAt'),
}

export function list(db: Database, query: DepartmentQuery) {
  let rows = db.selectFrom('departments').selectAll()
  if (query.q) {
    rows = rows.where(contains(query.q, ['name', 'code', 'headOfDepartment', 'description']))
  }
  return listOf(rows, orderOf(query.sort, order, 'name'))
}

export async function get(db: Database, _id: string) {
  const found = await db
    .selectFrom('departments')
    .selectAll()
    .where('_id', '=', _id)
    .executeTakeFirst()
  return found ?? unknown('department')
}

export function create(db: Database, input: DepartmentInput) {
  return guarded(
    () =>
      db
        .insertInto('departments')
        .values({ ...newRecord(), ...input })
        .returningAll()
        .executeTakeFirstOrThrow(),
    { taken },
  )
}

export function update(db: Database, _id: string, input: DepartmentInput) {
  return guarded(
    async () => {
      const changed = await db
        .updateTable('departments')
        .set(input)
        .where('_id', '=', _id)
        .returningAll()
        .executeTakeFirst()
      return changed ?? unknown('department')
    },
    { taken },
  )
}

export function remove(db: Database, _id: string) {
  return removeUnused(db, 'department', _id)
}

function taken(constraint: string) {
  const field = constraint.includes('code') ? 'code' : 'name'
  const message = `A department with this ${field} exists already.`
  return new Refusal('conflict', message, { fields: { [field]: message } })
}

import { sql } from 'kysely'

import type { InstitutionInput, InstitutionQuery } from '../../contract/institution.ts'
import type { Database } from '../database/tables.ts'
import { contains, listOf, orderOf, textOrder } from './list.ts'
import { newRecord } from './record.ts'
import { guarded, Refusal, unknown } from './refusal.ts'
import { removeUnused } from './usage.ts'

const order = {
  name: textOrder('name'),
  county: textOrder('county'),
  createdAt: sql.ref('createdAt'),
}

export function list(db: Database, query: InstitutionQuery) {
  let rows = db.selectFrom('institutions').selectAll()
  if (query.q) rows = rows.where(contains(query.q, ['name', 'county']))
  return listOf(rows, orderOf(query.sort, order, 'name'))
}

export async function get(db: Database, _id: string) {
  const found = await db
    .selectFrom('institutions')
    .selectAll()
    .where('_id', '=', _id)
    .executeTakeFirst()
  return found ?? unknown('institution')
}

export function create(db: Database, input: InstitutionInput) {
  return guarded(
    () =>
      db
        .insertInto('institutions')
        .values({ ...newRecord(), ...input })
        .returningAll()
        .executeTakeFirstOrThrow(),
    { taken: nameTaken },
  )
}

export function update(db: Database, _id: string, input: InstitutionInput) {
  return guarded(
    async () => {
      const changed = await db
        .updateTable('institutions')
        .set(input)
        .where('_id', '=', _id)
        .returningAll()
        .executeTakeFirst()
      return changed ?? unknown('institution')
    },
    { taken: nameTaken },
  )
}

export function remove(db: Database, _id: string) {
  return removeUnused(db, 'institution', _id)
}

function nameTaken() {
  const message = 'An institution with this name exists already.'
  return new Refusal('conflict', message, { fields: { name: message } })
}

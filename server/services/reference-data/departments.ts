import { sql } from 'kysely'

import type { DepartmentInput, DepartmentQuery } from '../../../contract/department.ts'
import type { ExpectedVersion } from '../../../contract/endpoint.ts'
import { derivedColumns } from '../../database/derived-columns.ts'
import type { Database } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { updateIfCurrent } from '../optimistic-lock.ts'
import { recordAudit } from '../audit-log.ts'
import { contains, paginate, parseSort, textOrder } from '../pagination.ts'
import { newEditableRecord } from '../ids.ts'
import { mapConstraintErrors, DomainError, notFound } from '../domain-error.ts'
import { renameInSearchTexts } from '../applications/search-texts.ts'
import { deleteIfUnreferenced } from './delete-unused.ts'

const columns = [
  '_id',
  'name',
  'code',
  'headOfDepartment',
  'description',
  'createdAt',
  'updatedAt',
] as const

const order = {
  name: sql.ref('nameKey'),
  code: textOrder('code'),
  headOfDepartment: textOrder('headOfDepartment'),
  createdAt: sql.ref('createdAt'),
}

export function list(db: Database, query: DepartmentQuery) {
  let rows = db.selectFrom('departments').select(columns)
  if (query.q) rows = rows.where(contains('searchText', query.q))
  return paginate(rows, parseSort(query.sort, order, 'name'))
}

export async function get(db: Database, _id: string) {
  const found = await db
    .selectFrom('departments')
    .select(columns)
    .where('_id', '=', _id)
    .executeTakeFirst()
  return found ?? notFound('department')
}

export function create(db: Database, input: DepartmentInput, by: string) {
  const store = () =>
    inTransaction(db, async (transaction) => {
      const created = { ...newEditableRecord(), ...input }
      await transaction
        .insertInto('departments')
        .values({ ...created, ...derivedColumns.departments(input) })
        .execute()
      await recordAudit(transaction, {
        action: 'create',
        entity: 'department',
        record: created._id,
        user: by,
      })
      return created
    })
  return mapConstraintErrors(store, { taken })
}

export function update(
  db: Database,
  _id: string,
  input: DepartmentInput & ExpectedVersion,
  by: string,
) {
  const replace = () =>
    inTransaction(db, (transaction) =>
      updateIfCurrent(transaction, {
        table: 'departments',
        what: 'department',
        _id,
        input,
        by,
        read: get,
        check: async ({ name: from }) => {
          await renameInSearchTexts(transaction, 'department', _id, { from, to: input.name })
          return undefined
        },
      }),
    )
  return mapConstraintErrors(replace, { taken })
}

export function remove(db: Database, _id: string, by: string) {
  return deleteIfUnreferenced(db, 'department', _id, by)
}

function taken(constraint: string) {
  const field = constraint.includes('code') ? 'code' : 'name'
  const message = `A department with this ${field} exists already.`
  return new DomainError('conflict', message, { fields: { [field]: message } })
}

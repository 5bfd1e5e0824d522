import { sql } from 'kysely'

import type { ExpectedVersion } from '../../../contract/endpoint.ts'
import type { InstitutionInput, InstitutionQuery } from '../../../contract/institution.ts'
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

const columns = ['_id', 'name', 'county', 'createdAt', 'updatedAt'] as const

const order = {
  name: sql.ref('nameKey'),
  county: textOrder('county'),
  createdAt: sql.ref('createdAt'),
}

export function list(db: Database, query: InstitutionQuery) {
  let rows = db.selectFrom('institutions').select(columns)
  if (query.q) rows = rows.where(contains('searchText', query.q))
  return paginate(rows, parseSort(query.sort, order, 'name'))
}

export async function get(db: Database, _id: string) {
  const found = await db
    .selectFrom('institutions')
    .select(columns)
    .where('_id', '=', _id)
    .executeTakeFirst()
  return found ?? notFound('institution')
}

export function create(db: Database, input: InstitutionInput, by: string) {
  const store = () =>
    inTransaction(db, async (transaction) => {
      const created = { ...newEditableRecord(), ...input }
      await transaction
        .insertInto('institutions')
        .values({ ...created, ...derivedColumns.institutions(input) })
        .execute()
      await recordAudit(transaction, {
        action: 'create',
        entity: 'institution',
        record: created._id,
        user: by,
      })
      return created
    })
  return mapConstraintErrors(store, { taken: nameTaken })
}

export function update(
  db: Database,
  _id: string,
  input: InstitutionInput & ExpectedVersion,
  by: string,
) {
  const replace = () =>
    inTransaction(db, (transaction) =>
      updateIfCurrent(transaction, {
        table: 'institutions',
        what: 'institution',
        _id,
        input,
        by,
        read: get,
        check: async ({ name: from }) => {
          await renameInSearchTexts(transaction, 'institution', _id, { from, to: input.name })
          return undefined
        },
      }),
    )
  return mapConstraintErrors(replace, { taken: nameTaken })
}

export function remove(db: Database, _id: string, by: string) {
  return deleteIfUnreferenced(db, 'institution', _id, by)
}

function nameTaken() {
  const message = 'An institution with this name exists already.'
  return new DomainError('conflict', message, { fields: { name: message } })
}

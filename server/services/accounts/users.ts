import { sql } from 'kysely'

import type { ExpectedVersion } from '../../../contract/endpoint.ts'
import type { UserInput, UserQuery } from '../../../contract/user.ts'
import { derivedColumns } from '../../database/derived-columns.ts'
import type { Database } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { updateIfCurrent } from '../optimistic-lock.ts'
import { recordAudit } from '../audit-log.ts'
import { contains, paginate, parseSort, textOrder } from '../pagination.ts'
import { newEditableRecord } from '../ids.ts'
import { mapConstraintErrors, DomainError, notFound } from '../domain-error.ts'

/** What others may see of a user: all but what signs in. */
export const publicColumns = [
  '_id',
  'name',
  'email',
  'role',
  'secondFactorSince',
  'createdAt',
  'updatedAt',
] as const

const order = {
  name: textOrder('name'),
  email: textOrder('email'),
  role: textOrder('role'),
  createdAt: sql.ref('createdAt'),
  updatedAt: sql.ref('updatedAt'),
}

export function list(db: Database, query: UserQuery) {
  let rows = db.selectFrom('users').select(publicColumns)
  if (query.q) rows = rows.where(contains('searchText', query.q))
  if (query.since) rows = rows.where('createdAt', '>=', query.since)
  return paginate(rows, parseSort(query.sort, order, 'name'))
}

export async function get(db: Database, _id: string) {
  const found = await db
    .selectFrom('users')
    .select(publicColumns)
    .where('_id', '=', _id)
    .executeTakeFirst()
  return found ?? notFound('user')
}

/** A new user has no password: an administrator makes a link to set one. */
export function create(db: Database, { name, email, role = 'user' }: UserInput, by: string) {
  const store = () =>
    inTransaction(db, async (transaction) => {
      const created = { ...newEditableRecord(), name, email, role, secondFactorSince: null }
      await transaction
        .insertInto('users')
        .values({ ...created, ...derivedColumns.users(created), password: null })
        .execute()
      await recordAudit(transaction, {
        action: 'create',
        entity: 'user',
        record: created._id,
        user: by,
      })
      return created
    })
  return mapConstraintErrors(store, { taken })
}

export function update(db: Database, _id: string, input: UserInput & ExpectedVersion, by: string) {
  const replace = () =>
    inTransaction(db, async (transaction) => {
      // Before the user's own row is locked, so that all take their locks in the same order.
      const isLast = input.role === 'user' && (await isLastAdministrator(transaction, _id))
      return updateIfCurrent(transaction, {
        table: 'users',
        what: 'user',
        _id,
        input,
        by,
        read: get,
        check: async ({ email }) => {
          if (isLast) return lastAdministrator()
          // A link may have been mailed to the address as it was, by mistake.
          if (email !== input.email) {
            await transaction.deleteFrom('password_links').where('user', '=', _id).execute()
          }
          return undefined
        },
      })
    })
  return mapConstraintErrors(replace, { taken })
}

/** Deletes a user with all sessions; nobody can delete themselves or the last administrator. */
export async function remove(db: Database, _id: string, by: string) {
  if (_id === by) return new DomainError('conflict', 'You cannot delete yourself.')
  return inTransaction(db, async (transaction) => {
    if (await isLastAdministrator(transaction, _id)) {
      return new DomainError('conflict', 'The last administrator cannot be deleted.')
    }
    const deleted = await transaction
      .deleteFrom('users')
      .where('_id', '=', _id)
      .returning('_id')
      .executeTakeFirst()
    if (!deleted) return notFound('user')
    await recordAudit(transaction, { action: 'delete', entity: 'user', record: _id, user: by })
    return deleted
  })
}

/** Who has never set a password cannot sign in, and is of no help to anybody. */
async function isLastAdministrator(db: Database, _id: string) {
  // Writing the rows makes whoever else asks at this moment wait for the answer.
  const administrators = await db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('role', '=', 'admin')
    .where('password', 'is not', null)
    .returning('_id')
    .execute()
  return administrators.length === 1 && administrators[0]?._id === _id
}

function lastAdministrator() {
  return new DomainError(
    'conflict',
    'This is the last administrator with a password, so the role cannot change. Another one must set theirs first.',
  )
}

function taken() {
  const message = 'A user with this e-mail address exists already.'
  return new DomainError('conflict', message, { fields: { email: message } })
}

import { sql } from 'kysely'

import type { UserInput, UserQuery } from '../../contract/user.ts'
import type { Database } from '../database/tables.ts'
import { contains, listOf, orderOf, textOrder } from './list.ts'
import { newRecord, now } from './record.ts'
import { guarded, Refusal, unknown } from './refusal.ts'
import { newToken } from './tokens.ts'

const linkValidity = 72 * 60 * 60 * 1000

/** What others may see of a user: all but the password. */
export const publicColumns = ['_id', 'name', 'email', 'role', 'createdAt', 'updatedAt'] as const

const order = {
  name: textOrder('name'),
  email: textOrder('email'),
  role: textOrder('role'),
  createdAt: sql.ref('createdAt'),
  updatedAt: sql.ref('updatedAt'),
}

export function list(db: Database, query: UserQuery) {
  let rows = db.selectFrom('users').select(publicColumns)
  if (query.q) rows = rows.where(contains(query.q, ['name', 'email']))
  return listOf(rows, orderOf(query.sort, order, 'name'))
}

export async function get(db: Database, _id: string) {
  const found = await db
    .selectFrom('users')
    .select(publicColumns)
    .where('_id', '=', _id)
    .executeTakeFirst()
  return found ?? unknown('user')
}

/** A new user has no password: an administrator makes a link to set one. */
export function create(db: Database, { name, email, role = 'user' }: UserInput) {
  const record = newRecord()
  return guarded(
    () =>
      db
        .insertInto('users')
        .values({ ...record, name, email, role, password: null, updatedAt: record.createdAt })
        .returning(publicColumns)
        .executeTakeFirstOrThrow(),
    { taken },
  )
}

export function update(db: Database, _id: string, input: UserInput) {
  const change = () =>
    db.transaction().execute(async (transaction) => {
      if (input.role === 'user' && (await isLastAdministrator(transaction, _id))) {
        return new Refusal(
          'conflict',
          'This is the last administrator, so the role cannot change. Name another one first.',
        )
      }
      const changed = await transaction
        .updateTable('users')
        .set({ ...input, updatedAt: now() })
        .where('_id', '=', _id)
        .returning(publicColumns)
        .executeTakeFirst()
      return changed ?? unknown('user')
    })
  return guarded(change, { taken })
}

/** Deletes a user with all sessions; nobody can delete themselves or the last administrator. */
export async function remove(db: Database, _id: string, by: string) {
  if (_id === by) return new Refusal('conflict', 'You cannot delete yourself.')
  return db.transaction().execute(async (transaction) => {
    if (await isLastAdministrator(transaction, _id)) {
      return new Refusal('conflict', 'The last administrator cannot be deleted.')
    }
    const deleted = await transaction
      .deleteFrom('users')
      .where('_id', '=', _id)
      .returning('_id')
      .executeTakeFirst()
    return deleted ?? unknown('user')
  })
}

/** Makes a one-time link to set a password; earlier ones of the user are worth nothing then. */
export async function createPasswordLink(db: Database, _id: string, publicUrl: string) {
  const user = await get(db, _id)
  if (user instanceof Refusal) return user
  const { token, tokenHash } = newToken()
  const expiresAt = now(linkValidity)
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('password_links').where('user', '=', _id).execute()
    await transaction
      .insertInto('password_links')
      .values({ tokenHash, user: _id, expiresAt })
      .execute()
  })
  // In the fragment, which browsers send to nobody: it stands in no log.
  return { url: `${publicUrl}/set-password#token=${token}`, expiresAt }
}

async function isLastAdministrator(db: Database, _id: string) {
  // Writing the rows makes whoever else asks at this moment wait for the answer.
  const administrators = await db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('role', '=', 'admin')
    .returning('_id')
    .execute()
  return administrators.length === 1 && administrators[0]?._id === _id
}

function taken() {
  const message = 'A user with this e-mail address exists already.'
  return new Refusal('conflict', message, { fields: { email: message } })
}

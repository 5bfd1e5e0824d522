import { sql } from 'kysely'

import { entityCalls } from '../../../contract/entities.ts'
import { timeInKenya } from '../../../contract/time-zone.ts'
import { derivedColumns } from '../../database/derived-columns.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { countRows, deleteRows, updateRows } from '../rows.ts'
import { lockRecord } from '../optimistic-lock.ts'
import { defineEntity } from '../entity.ts'
import { conflict } from '../domain-error.ts'

/** The columns of a user that the API shows; the password hash is not among them. */
export const publicColumns = [
  '_id',
  'name',
  'email',
  'role',
  'secondFactorSince',
  'createdAt',
  'updatedAt',
] as const

export const users = defineEntity({
  name: 'user',
  table: 'users',
  calls: entityCalls.users,
  order: {
    name: sql.ref('searchText'),
    email: sql.ref('email'),
    role: sql.ref('role'),
    createdAt: sql.ref('createdAt'),
    updatedAt: sql.ref('updatedAt'),
  },
  derive: derivedColumns.users,
  filter: ({ since }) => (since ? [sql<boolean>`"createdAt" >= ${since}`] : []),
  unique: { email: 'A user with this e-mail address exists already.' },
  // A new user has no password: an administrator makes a link to set one.
  defaults: { role: 'user', password: null, secondFactorSince: null },
  /** Locks all administrators before the user's row: all updates lock rows in this order. */
  async beforeLock(transaction, _id, { role }) {
    if (role === undefined || role === 'admin') return undefined
    if (!(await isLastAdministrator(transaction, _id))) return undefined
    return conflict(
      'This is the last administrator with a password, so the role cannot change. Another one must set theirs first.',
    )
  },
  async beforeUpdate(transaction, stored, { email }) {
    // The old address may be a typing error, and a password link may have been sent to it.
    if (stored.email !== email) {
      await deleteRows(transaction, 'password_links', { user: stored._id })
    }
    return undefined
  },
  /** The name of a deleted user stays, for notes and the history. */
  async beforeDelete(transaction, _id, by) {
    if (_id === by) return conflict('You cannot delete yourself.')
    if (await isLastAdministrator(transaction, _id)) {
      return conflict('The last administrator cannot be deleted.')
    }
    // The lock prevents that the user becomes a supervisor or assignee before the commit.
    const user = await lockRecord(transaction, 'users', _id)
    if (!user) return undefined
    const inUse = await dutiesError(transaction, _id)
    if (inUse) return inUse
    // A placement that does not count at the moment, because the place is revoked, keeps the name.
    const supervisor = { supervisor: null, supervisorName: user.name }
    await updateRows(transaction, 'placements', { supervisor: _id }, supervisor)
    await updateRows(transaction, 'staff_notes', { author: _id }, { formerAuthor: _id })
    const former = { _id, name: user.name, ...derivedColumns.former_users(user) }
    await transaction.insertInto('former_users').values(former).execute()
    return undefined
  },
  exportColumns: {
    Name: ({ name }) => name,
    Email: ({ email }) => email,
    Role: ({ role }) => role,
    'Created (EAT)': ({ createdAt }) => timeInKenya(createdAt),
    'Last Updated (EAT)': ({ updatedAt }) => timeInKenya(updatedAt),
  },
})

/** The error for a user who supervises placements or has applications to work on. */
async function dutiesError(transaction: Transaction, _id: string) {
  const placements = await countRows(
    transaction
      .selectFrom('placements')
      .innerJoin('attachments', 'attachments._id', 'placements.attachment')
      .where('attachments.offerState', '=', 'confirmed')
      .where('supervisor', '=', _id),
  )
  const applications = await countRows(
    transaction.selectFrom('attachments').where('assignee', '=', _id),
  )
  const duties = [
    ...(placements > 0 ? [`supervises ${numberOf(placements, 'placement')}`] : []),
    ...(applications > 0 ? [`is assigned to ${numberOf(applications, 'application')}`] : []),
  ]
  if (duties.length === 0) return undefined
  const message = `This user ${duties.join(' and ')}, so it cannot be deleted. Name somebody else there first.`
  return conflict(message)
}

function numberOf(count: number, noun: string) {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

/** Administrators without a password do not count: they cannot sign in. */
async function isLastAdministrator(db: Database, _id: string) {
  // This update changes nothing. It locks all administrators, so concurrent checks must wait.
  const administrators = await db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('role', '=', 'admin')
    .where('password', 'is not', null)
    .returning('_id')
    .execute()
  return administrators.length === 1 && administrators[0]?._id === _id
}

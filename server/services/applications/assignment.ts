import type { Database } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { invalidField, notFound } from '../domain-error.ts'
import { recordHistory } from '../history.ts'
import { read } from './application-list.ts'

/**
 * Assigns an application to a user, or to nobody. Its `updatedAt` stays: the assignment changes nothing
 * that a colleague decides on, and retention counts from the last real change.
 */
export function assign(db: Database, _id: string, user: string | null, by: string) {
  return inTransaction(db, async (transaction) => {
    if (user !== null) {
      const found = await transaction
        .selectFrom('users')
        .select('_id')
        .where('_id', '=', user)
        .where('role', '=', 'admin')
        // The row lock prevents a deletion of the user until the commit.
        .forShare()
        .executeTakeFirst()
      if (!found) return invalidField('user', 'Choose an administrator from the list')
    }
    const changed = await transaction
      .updateTable('attachments')
      .set({ assignee: user })
      .where('_id', '=', _id)
      .returning('_id')
      .executeTakeFirst()
    if (!changed) return notFound('application')
    await recordHistory(transaction, {
      action: 'assign',
      entity: 'attachment',
      record: _id,
      user: by,
    })
    return (await read(transaction, _id)) ?? notFound('application')
  })
}

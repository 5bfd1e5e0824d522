import { noteDeletable, type Note } from '../../../contract/application/note.ts'
import type { Database } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { DomainError, notFound } from '../domain-error.ts'
import { recordHistory } from '../history.ts'
import { newRecord, now } from '../ids.ts'

// Private notes of staff on an application. Applicants never see them, but the copy of all personal
// data has them, and an erasure removes them.

/** The notes on an application, the oldest first. */
export async function notesOf(db: Database, attachment: string): Promise<Note[]> {
  const rows = await db
    .selectFrom('staff_notes')
    .leftJoin('users', 'users._id', 'staff_notes.author')
    .leftJoin('former_users', 'former_users._id', 'staff_notes.formerAuthor')
    .select(['staff_notes._id', 'staff_notes.createdAt', 'staff_notes.text'])
    .select(({ fn }) => [
      fn.coalesce('staff_notes.author', 'staff_notes.formerAuthor').as('author'),
      fn.coalesce('users.name', 'former_users.name').as('name'),
    ])
    .where('attachment', '=', attachment)
    .orderBy('staff_notes._id')
    .execute()
  return rows.map(({ author, name, ...note }) => ({
    ...note,
    author: author && name !== null ? { _id: author, name } : null,
  }))
}

export async function listNotes(db: Database, attachment: string) {
  return (await exists(db, attachment)) ? notesOf(db, attachment) : notFound('application')
}

export function addNote(db: Database, attachment: string, text: string, by: string) {
  return inTransaction(db, async (transaction) => {
    if (!(await exists(transaction, attachment))) return notFound('application')
    const row = { ...newRecord(), attachment, author: by, text }
    await transaction.insertInto('staff_notes').values(row).execute()
    await recordHistory(transaction, {
      action: 'note',
      entity: 'attachment',
      record: attachment,
      user: by,
    })
    const notes = await notesOf(transaction, attachment)
    return notes.find(({ _id }) => _id === row._id)!
  })
}

/** Deletes a note. Only its author may do so, and only for an hour. */
export async function removeNote(
  db: Database,
  { _id: attachment, note }: { _id: string; note: string },
  by: string,
) {
  const found = await db
    .selectFrom('staff_notes')
    .select(['author', 'createdAt'])
    .where('_id', '=', note)
    .where('attachment', '=', attachment)
    .executeTakeFirst()
  if (!found) return notFound('note')
  if (found.author !== by) {
    return new DomainError('conflict', 'Only the author can delete this note.')
  }
  if (found.createdAt < now(-noteDeletable)) {
    return new DomainError('conflict', 'A note can be deleted for one hour only.')
  }
  await db.deleteFrom('staff_notes').where('_id', '=', note).execute()
  return { message: 'Note deleted' }
}

async function exists(db: Database, _id: string) {
  const found = await db
    .selectFrom('attachments')
    .select('_id')
    .where('_id', '=', _id)
    .executeTakeFirst()
  return found !== undefined
}

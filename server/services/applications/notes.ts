import { noteDeletable, type Note } from '../../../contract/application/note.ts'
import type { Database } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { notFound, conflict } from '../domain-error.ts'
import { recordHistory, eventOn } from '../history.ts'
import { newRecord, now } from '../ids.ts'
import { deleteRows, hasRow, findRow } from '../rows.ts'

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
  const exists = await hasRow(db, 'attachments', { _id: attachment })
  return exists ? notesOf(db, attachment) : notFound('application')
}

/** Milliseconds for which the same text as the last note is a repeat: the reply may have been lost. */
const repeatable = 2 * 60 * 1000

export function addNote(db: Database, attachment: string, text: string, by: string) {
  return inTransaction(db, async (transaction) => {
    const exists = await hasRow(transaction, 'attachments', { _id: attachment })
    if (!exists) return notFound('application')
    const last = (await notesOf(transaction, attachment)).at(-1)
    const isRepeat = last?.text === text && last.author?._id === by
    if (isRepeat && last.createdAt > now(-repeatable)) return last
    const row = { ...newRecord(), attachment, author: by, text }
    await transaction.insertInto('staff_notes').values(row).execute()
    await recordHistory(transaction, { action: 'note', ...eventOn('attachment', attachment, by) })
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
  const found = await findRow(db, 'staff_notes', { _id: note, attachment })
  if (!found) return notFound('note')
  if (found.author !== by) {
    return conflict('Only the author can delete this note.')
  }
  if (found.createdAt < now(-noteDeletable)) {
    return conflict('A note can be deleted for one hour only.')
  }
  await deleteRows(db, 'staff_notes', { _id: note })
  return { message: 'Note deleted' }
}

import { sql, type SqlBool } from 'kysely'

import type { Database, DocumentsTable } from '../../database/tables.ts'
import { yieldToOthers, runWrite } from '../../database/transaction.ts'
import { now } from '../ids.ts'
import { updateRows } from '../rows.ts'

/** A document that this process scans. Its `scanAt` is the end of the lease. */
export type Claimed = Pick<DocumentsTable, '_id' | 'createdAt' | 'state' | 'scanAt'>

const batchSize = 500

/**
 * Claims the document whose scan is due first, by moving `scanAt` ahead. Other processes take it
 * when the lease has expired. Undefined if no scan is due.
 */
export function claimNext(db: Database, lease: number): Promise<Claimed | undefined> {
  return db
    .with('due', (from) =>
      from
        .selectFrom('documents')
        .select('_id')
        .where(isQueued)
        .where('scanAt', '<=', now())
        .orderBy('scanAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('documents')
    .set({ scanAt: now(lease) })
    .where('_id', 'in', (from) => from.selectFrom('due').select('_id'))
    .returning(['_id', 'createdAt', 'state', 'scanAt'])
    .executeTakeFirst()
}

/** Changes a document. Returns false if another process has claimed it, or if it was deleted. */
export async function changeClaimed(
  db: Database,
  { _id, scanAt }: Claimed,
  changes: Partial<Pick<DocumentsTable, 'state' | 'scanAt'>>,
) {
  const claimed = { _id, scanAt }
  return (await runWrite(db, (writer) => updateRows(writer, 'documents', claimed, changes))) > 0
}

/** Queues the documents that were stored while no virus scanner was set up. */
export function queueUnchecked(db: Database) {
  return changeAll(db, 'unchecked', { state: 'scanning', scanAt: now() })
}

/** Takes the documents from the queue after the virus scanner was removed from the settings. */
export function uncheckQueued(db: Database) {
  return changeAll(db, 'scanning', { state: 'unchecked', scanAt: null })
}

/** The refused documents whose bytes may not be deleted yet, because a process was killed. */
export function refusedInQueue(db: Database): Promise<Claimed[]> {
  return db
    .selectFrom('documents')
    .select(['_id', 'createdAt', 'state', 'scanAt'])
    .where(isQueued)
    .where('state', '=', 'refused')
    .execute()
}

/** Changes all documents of a state in small steps, so that requests need not wait. */
async function changeAll(
  db: Database,
  state: DocumentsTable['state'],
  changes: Pick<DocumentsTable, 'state' | 'scanAt'>,
) {
  for (;;) {
    const rows = db.selectFrom('documents').select('_id').where('state', '=', state)
    const _id = (await rows.limit(batchSize).execute()).map((row) => row._id)
    if (_id.length === 0) return
    await runWrite(db, (writer) => updateRows(writer, 'documents', { _id, state }, changes))
    await yieldToOthers(db)
  }
}

/** Raw SQL, because the partial index serves only a condition without parameters. */
const isQueued = sql<SqlBool>`documents."scanAt" is not null`

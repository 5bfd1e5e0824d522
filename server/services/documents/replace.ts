import type { Transaction } from 'kysely'

import { canReplaceDocuments } from '../../../contract/application/decision.ts'
import type { OwnReplacement } from '../../../contract/application/own-application.ts'
import { questionOfPurpose, type DocumentPurpose } from '../../../contract/application/questions.ts'
import type { AttachmentsTable, Database, Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { hashToken } from '../tokens.ts'
import { applicationDeleted, invalidAnswer, PublicError } from '../domain-error.ts'
import { recordHistory } from '../history.ts'
import { lockRecord, overwrite } from '../optimistic-lock.ts'
import { attachUploads, findUploads } from './documents.ts'

/** The upload key of a file, or else a link. */
export type Replacement = Pick<OwnReplacement, 'purpose' | 'document' | 'url'> & {
  /** The document that must still be there; otherwise the answer is 'not found'. */
  replaces?: string
}

/**
 * Replaces the document of an undecided application, by a file or by a link. The cleanup deletes the
 * old file. A repeat with the same upload key changes nothing. `updatedAt` changes, so that staff
 * who have the application open notice. Returns the id of the application.
 */
export function replaceDocument(
  db: Database,
  _id: string,
  { purpose, document, url, replaces }: Replacement,
): Promise<{ _id: string } | PublicError> {
  const question = questionOfPurpose(purpose)
  return inTransaction(db, async (transaction) => {
    const stored = await lockRecord(transaction, 'attachments', _id)
    if (!stored) return applicationDeleted()
    if (document && (await hasDocument(transaction, _id, 'keyHash', hashToken(document)))) {
      return { _id }
    }
    if (!canReplaceDocuments(stored)) return decided()
    if (replaces && !(await hasDocument(transaction, _id, '_id', replaces))) {
      return new PublicError('not_found', 'This file is no longer here.')
    }

    const keys = document ? { [question.key]: document } : {}
    const uploads = await findUploads(transaction, keys)
    if (uploads instanceof PublicError) return invalidAnswer('document', uploads.wording)
    await detach(transaction, _id, purpose)
    await attachUploads(transaction, _id, uploads)
    const answer: Partial<AttachmentsTable> = { [question.name]: document ? null : url }
    await overwrite(transaction, 'attachments', _id, answer, stored)
    await recordHistory(transaction, {
      action: 'replace document',
      entity: 'attachment',
      record: _id,
      fields: [question.name],
    })
    return { _id }
  })
}

/** Whether an application has the document with this id or hash of its upload key. */
export async function hasDocument(
  transaction: Transaction<Tables>,
  attachment: string,
  column: 'keyHash' | '_id',
  value: string,
) {
  const found = await transaction
    .selectFrom('documents')
    .select('_id')
    .where(column, '=', value)
    .where('attachment', '=', attachment)
    .executeTakeFirst()
  return found !== undefined
}

/** Takes the documents of a purpose from an application. The cleanup deletes their files. */
async function detach(
  transaction: Transaction<Tables>,
  attachment: string,
  purpose: DocumentPurpose,
) {
  await transaction
    .updateTable('documents')
    .set({ attachment: null, expiresAt: null })
    .where('attachment', '=', attachment)
    .where('purpose', '=', purpose)
    .execute()
}

export function decided() {
  return new PublicError(
    'conflict',
    'This application has been decided: its documents cannot be replaced any more.',
  )
}

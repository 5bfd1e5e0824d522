import { canReplaceDocuments } from '../../../contract/application/decision.ts'
import type { OwnReplacement } from '../../../contract/application/own-application.ts'
import { questionOfPurpose } from '../../../contract/application/questions.ts'
import type { AttachmentsTable, Database, Transaction } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { hashToken } from '../tokens.ts'
import { applicationDeleted, invalidAnswer, PublicError, publicConflict } from '../domain-error.ts'
import { recordHistory, eventOn } from '../history.ts'
import { lockRecord, overwrite } from '../optimistic-lock.ts'
import {
  attachUploads,
  detachUploads,
  findFreeUploads,
  givenKeys,
  hasSameFile,
} from './documents.ts'
import { hasRow } from '../rows.ts'

/** The upload key of a file, or else a link. */
type Replacement = Pick<OwnReplacement, 'purpose' | 'document' | 'url'> & {
  /** The document that must still be there; otherwise the answer is 'not found'. */
  replaces?: string
}

/**
 * Replaces the document of an undecided application, by a file or by a link. A repeat of the same upload
 * key, file or link changes nothing. `updatedAt` changes, so that staff who have the application open notice.
 * `andStore` stores more in the same transaction. Returns the id of the application.
 */
export function replaceDocument(
  db: Database,
  _id: string,
  { purpose, document, url, replaces }: Replacement,
  andStore: (transaction: Transaction) => Promise<void> = async () => {},
): Promise<{ _id: string } | PublicError> {
  const question = questionOfPurpose(purpose)
  return inTransaction(db, async (transaction) => {
    const stored = await lockRecord(transaction, 'attachments', _id)
    if (!stored) return applicationDeleted()
    const sameUpload = document && { attachment: _id, keyHash: hashToken(document) }
    if (sameUpload && (await hasRow(transaction, 'documents', sameUpload))) return { _id }
    if (!canReplaceDocuments(stored)) return decided()
    const replaced = replaces && { attachment: _id, _id: replaces }
    if (replaced && !(await hasRow(transaction, 'documents', replaced))) {
      return new PublicError('not_found', 'This file is no longer here.')
    }
    // A file that staff ask for anew counts, also if it is the same one.
    if (!replaces && (await isRepeat(transaction, stored, { purpose, document, url })))
      return { _id }

    const keys = document ? { [question.key]: document } : {}
    const uploads = await findFreeUploads(transaction, givenKeys(keys))
    if (uploads instanceof PublicError) return invalidAnswer('document', uploads.wording)
    await detachUploads(transaction, { attachment: _id, purpose })
    await attachUploads(transaction, _id, uploads)
    const answer: Partial<AttachmentsTable> = { [question.name]: document ? null : url }
    await overwrite(transaction, 'attachments', stored, answer)
    await recordHistory(transaction, {
      action: 'replace document',
      ...eventOn('attachment', _id),
      fields: [question.name],
    })
    await andStore(transaction)
    return { _id }
  })
}

/** Whether the application has this file or link already. Without scripts, each tap uploads the file anew. */
async function isRepeat(
  transaction: Transaction,
  stored: AttachmentsTable,
  { purpose, document, url }: Replacement,
) {
  const own = { attachment: stored._id, purpose }
  if (document) return hasSameFile(transaction, { ...own, keyHash: hashToken(document) })
  const isSameLink = stored[questionOfPurpose(purpose).name] === url
  return isSameLink && !(await hasRow(transaction, 'documents', own))
}

export function decided() {
  return publicConflict(
    'This application has been decided: its documents cannot be replaced any more.',
  )
}

import { canReplaceDocuments } from '../../../contract/application/decision.ts'
import { documentLinkPath } from '../../../contract/document/documents.ts'
import { type DocumentPurpose, questionOfPurpose } from '../../../contract/application/questions.ts'
import { extraPurpose, isPaper } from '../../../contract/intake/paper-kinds.ts'
import type { OneTimeLink } from '../../../contract/one-time-link.ts'
import type { Database, OutboxTable } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { hashToken } from '../tokens.ts'
import { conflict, type DomainError, notFound, PublicError } from '../domain-error.ts'
import { recordHistory, eventOn } from '../history.ts'
import { now } from '../ids.ts'
import { newLink, type Reach, requestByLink } from '../messages/request-by-link.ts'
import { findRepeated, type LinkUse, linkUse, rememberUse } from './used-links.ts'
import { lockRecord } from '../optimistic-lock.ts'
import { decided, replaceDocument } from './replace.ts'
import { hasRow, findRow } from '../rows.ts'

/** Asks the applicant for another document. The answer has a one-time link for staff to hand over. */
export function requestDocument(
  db: Database,
  _id: string,
  by: string,
  reach: Reach,
): Promise<OneTimeLink | DomainError> {
  return inTransaction(db, async (transaction) => {
    const document = await findRow(transaction, 'documents', { _id })
    if (!document || document.attachment === null || document.type === null) {
      return notFound('document')
    }
    const { purpose } = document
    if (isPaper(purpose)) return conflict('Send this paper back with a reason instead.')
    if (purpose === extraPurpose) return conflict('Write to the applicant to ask for this file.')
    const application = await lockRecord(transaction, 'attachments', document.attachment)
    const { attachment } = document
    if (!application || !(await hasRow(transaction, 'documents', { _id, attachment }))) {
      return notFound('document')
    }
    if (!canReplaceDocuments(application)) return decided()
    await recordHistory(transaction, {
      action: 'request document',
      ...eventOn('attachment', application._id, by),
      fields: [questionOfPurpose(purpose).name],
    })
    const request = {
      kind: 'document_requested',
      about: _id,
      createLink,
      pathOf: documentLinkPath,
    } as const
    return requestByLink(transaction, application, request, reach)
  })
}

/** Creates a one-time link to replace a document. Earlier links stay valid until one is used. */
export async function createLink(db: Database, document: string) {
  const { token, tokenHash, expiresAt } = newLink()
  await db.insertInto('document_requests').values({ tokenHash, document, expiresAt }).execute()
  return { token, expiresAt }
}

/** Whether a message asks for a document that was replaced since, or whose application is decided. */
export async function isRequestOutdated(db: Database, { about }: Pick<OutboxTable, 'about'>) {
  const found = await requestedDocument(db).where('documents._id', '=', about).executeTakeFirst()
  return found === undefined || !canReplaceDocuments(found)
}

function requestedDocument(db: Database) {
  return db
    .selectFrom('documents')
    .innerJoin('attachments', 'attachments._id', 'documents.attachment')
    .select(['documents._id', 'documents.name'])
    .select((row) => row.ref('documents.purpose').$castTo<DocumentPurpose>().as('purpose'))
    .select(['attachments._id as application', 'referenceId', 'first_name'])
    .select(['is_accepted', 'is_archived', 'declined_reason', 'withdrawnAt'])
}

/**
 * Reads what a link asks for; `name` is the file name of the document to replace. The page behind the link
 * names the applicant only by the first name. Reading does not use the link up.
 */
export async function readRequest(db: Database, token: string) {
  const found = await findRequest(db, token)
  if (found instanceof PublicError) return found
  const { referenceId, first_name, purpose, name } = found
  return { referenceId, firstName: first_name, purpose, name }
}

async function findRequest(db: Database, token: string) {
  const found = await requestedDocument(db)
    .innerJoin('document_requests', 'document_requests.document', 'documents._id')
    .where('tokenHash', '=', hashToken(token))
    .where('document_requests.expiresAt', '>', now())
    .executeTakeFirst()
  if (!found) return usedLink()
  return canReplaceDocuments(found) ? found : decided()
}

/**
 * Replaces a document by means of a link, which is used up: its document has no application now. A repeat
 * with the same file changes nothing and gets the same answer.
 */
export async function replaceByLink(db: Database, token: string, key: string) {
  const use = await linkUse(db, token, { document: key })
  const replaced = await replaceOnce(db, token, key, use)
  if (!(replaced instanceof PublicError)) return replaced
  return (await findRepeated(db, use)) ?? replaced
}

async function replaceOnce(db: Database, token: string, key: string, use: LinkUse) {
  const found = await findRequest(db, token)
  if (found instanceof PublicError) return found
  const { application, _id, purpose, referenceId } = found
  const replaced = await replaceDocument(
    db,
    application,
    { purpose, document: key, url: null, replaces: _id },
    (transaction) => rememberUse(transaction, use, referenceId),
  )
  if (!(replaced instanceof PublicError)) return { referenceId }
  return replaced.kind === 'not_found' ? usedLink() : replaced
}

function usedLink() {
  return new PublicError(
    'not_found',
    'This link has been used or has expired. If we still need the file, please ask us for a new link.',
  )
}

import { canReplaceDocuments } from '../../../contract/application/decision.ts'
import { documentLinkPath, type DocumentLink } from '../../../contract/document/documents.ts'
import { type DocumentPurpose, questionOfPurpose } from '../../../contract/application/questions.ts'
import { extraPurpose, isPaper } from '../../../contract/intake/paper-kinds.ts'
import type { Database, OutboxTable } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { hashToken, newToken } from '../tokens.ts'
import { conflict, type DomainError, notFound, PublicError } from '../domain-error.ts'
import { recordHistory, eventOn } from '../history.ts'
import { now } from '../ids.ts'
import { enqueueMessage } from '../messages/outbox.ts'
import { lockRecord } from '../optimistic-lock.ts'
import { decided, replaceDocument } from './replace.ts'
import { hasRow, findRow } from '../rows.ts'

/** Milliseconds for which a link to replace a document is valid. */
const validity = 14 * 24 * 60 * 60 * 1000

interface Reach {
  /** The public address of the site. */
  publicUrl: string
  /** Whether the applicant gets an e-mail with a link. */
  isEmailed: boolean
  /** Whether a mail server sends the e-mail. False: it becomes a file. */
  reachesPeople: boolean
}

/**
 * Asks the applicant for another document. The answer has a one-time link for staff to hand over.
 * The message gets a link of its own when it is sent, so no token is stored anywhere.
 */
export function requestDocument(
  db: Database,
  _id: string,
  by: string,
  { publicUrl, isEmailed, reachesPeople }: Reach,
): Promise<DocumentLink | DomainError> {
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
    const unsent = { about: _id, state: ['waiting', 'sending'] } as const
    const request = { kind: 'document_requested', ...unsent } as const
    if (isEmailed && !(await hasRow(transaction, 'outbox', request))) {
      await enqueueMessage(transaction, 'document_requested', [application._id], _id)
    }
    const { token, expiresAt } = await createLink(transaction, _id)
    const url = `${publicUrl}${documentLinkPath(application.language, token)}`
    return { url, expiresAt, emailed: isEmailed && reachesPeople }
  })
}

/** Creates a one-time link to replace a document. Earlier links stay valid until one is used. */
export async function createLink(db: Database, document: string) {
  const { token, tokenHash } = newToken()
  const expiresAt = now(validity)
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

/** Replaces a document by means of a link, which is used up: its document has no application now. */
export async function replaceByLink(db: Database, token: string, key: string) {
  const found = await findRequest(db, token)
  if (found instanceof PublicError) return found
  const { application, _id, purpose } = found
  const replacement = { purpose, document: key, url: null, replaces: _id }
  const replaced = await replaceDocument(db, application, replacement)
  if (!(replaced instanceof PublicError)) return { referenceId: found.referenceId }
  return replaced.kind === 'not_found' ? usedLink() : replaced
}

function usedLink() {
  return new PublicError(
    'not_found',
    'This link has been used or has expired. If we still need the file, please ask us for a new link.',
  )
}

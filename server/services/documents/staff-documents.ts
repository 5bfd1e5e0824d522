import type { Readable } from 'node:stream'

import { fileNameOf, type DocumentType } from '../../../contract/document/documents.ts'
import { questionOfPurpose } from '../../../contract/application/questions.ts'
import type { Database, DocumentsTable } from '../../database/tables.ts'
import { DomainError, notFound } from '../domain-error.ts'
import { recordHistory } from '../history.ts'
import type { DocumentStore } from './document-store.ts'

/** The parts of the server that reading documents needs. */
export interface DocumentParts {
  db: Database
  documentStore: DocumentStore
  /** Reports an error of the document store. */
  onError: (error: unknown) => void
}

interface OpenedDocument {
  bytes: Readable
  size: number
  type: DocumentType
  fileName: string
}

/** Opens a document of an application for staff. The history records it on the application. */
export async function openDocument(
  { db, documentStore, onError }: DocumentParts,
  _id: string,
  by: string,
): Promise<OpenedDocument | DomainError> {
  const row = await db
    .selectFrom('documents')
    .select(['name', 'type', 'state', 'purpose', 'attachment'])
    .where('_id', '=', _id)
    .executeTakeFirst()
  if (!row || row.attachment === null || row.type === null) return notFound('document')
  const reason = whyClosed(row.state)
  if (reason) return new DomainError('conflict', `This document ${reason}.`)
  const { type, name, purpose, attachment } = row
  const file = await documentStore.get(_id).catch((error: unknown) => {
    onError(error)
    return storeAway()
  })
  if (file instanceof DomainError) return file
  if (!file) return notFound('document')
  try {
    await recordHistory(db, {
      action: 'view document',
      entity: 'attachment',
      record: attachment,
      user: by,
      fields: [questionOfPurpose(purpose).name],
    })
  } catch (error) {
    file.bytes.destroy()
    throw error
  }
  return { ...file, type, fileName: fileNameOf({ name, type }) }
}

/** Why nobody may open a document, such as 'is being checked'; undefined if staff may. */
export function whyClosed(state: DocumentsTable['state']) {
  switch (state) {
    case 'clean':
    case 'unchecked':
      return undefined
    case 'refused':
      return 'had a virus and was deleted'
    default:
      return 'is being checked for viruses; please try again in a minute'
  }
}

export function storeAway() {
  return new DomainError(
    'unavailable',
    'The documents cannot be reached at the moment. Please try again in a minute.',
    { retryAfter: 30 },
  )
}

import { fileNameOf } from '../../../contract/document/documents.ts'
import { recordedNameOf } from '../../../contract/intake/paper-kinds.ts'
import type { Database, DocumentsTable } from '../../database/tables.ts'
import { DomainError, notFound, conflict } from '../domain-error.ts'
import { recordHistory, eventOn } from '../history.ts'
import type { DocumentStore } from './document-store.ts'
import { findRow } from '../rows.ts'

/** The parts of the server that reading documents needs. */
export interface DocumentParts {
  db: Database
  documentStore: DocumentStore
  /** Reports an error of the document store. */
  onError: (error: unknown) => void
}

/** Opens a document of an application for staff. The history records it on the application. */
export async function openDocument(parts: DocumentParts, _id: string, by: string) {
  const { db, documentStore, onError } = parts
  const row = await findRow(db, 'documents', { _id })
  if (!row || row.attachment === null || row.type === null) return notFound('document')
  const reason = whyClosed(row.state)
  if (reason) return conflict(`This document ${reason}.`)
  const { type, name, purpose, attachment } = row
  const file = await documentStore.get(_id).catch((error: unknown) => {
    onError(error)
    return storeAway()
  })
  if (file instanceof DomainError) return file
  if (!file) return notFound('document')
  const event = {
    action: 'view document',
    ...eventOn('attachment', attachment, by),
    fields: [recordedNameOf(purpose)],
  } as const
  await recordHistory(db, event).catch((error: unknown) => {
    file.bytes.destroy()
    throw error
  })
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

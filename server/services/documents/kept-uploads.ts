import { documentQuestions, type DocumentKey } from '../../../contract/application/questions.ts'
import type { Database } from '../../database/tables.ts'
import { hashToken } from '../tokens.ts'
import { now } from '../ids.ts'
import type { DocumentKeys } from './documents.ts'

/** The name and size of a finished upload, as the applicant checks them before sending. */
export interface KeptUpload {
  name: string
  size: number
}

/** The finished uploads that have not been submitted yet, by the field of their key. */
export async function keptUploads(db: Database, keys: DocumentKeys) {
  const kept: Partial<Record<DocumentKey, KeptUpload>> = {}
  for (const { key: field, purpose } of documentQuestions) {
    const key = keys[field as DocumentKey]
    if (!key) continue
    const found = await db
      .selectFrom('documents')
      .select(['name', 'size'])
      .where('keyHash', '=', hashToken(key))
      .where('purpose', '=', purpose)
      .where('attachment', 'is', null)
      .where('expiresAt', '>', now())
      .where('state', 'not in', ['receiving', 'refused'])
      .executeTakeFirst()
    if (found) kept[field as DocumentKey] = found
  }
  return kept
}

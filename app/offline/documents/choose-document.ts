import type { DocumentPurpose } from '../../../contract/application/questions.ts'
import { type ChosenDocument, newDocument, readContent, storeDocument } from './chosen-documents.ts'

/** Files that an applicant has chosen as one document. */
export interface DocumentChoice {
  field: string
  purpose: DocumentPurpose
  files: File[]
  /** The document to which the files are added as further photos; null to replace it. */
  before: ChosenDocument | null
  /** Bytes of a document at most. */
  limit: number
}

/** Makes the files small and keeps them on this phone. Returns an error for the applicant, or ''. */
export async function chooseDocument(application: string, choice: DocumentChoice) {
  const { field, purpose, files, before, limit } = choice
  const { prepareDocument } = await import('./prepare-document.ts')
  const bytes = before && (await readContent(before))
  const earlier = before && bytes ? { ...before, bytes } : null
  const prepared = await prepareDocument(files, earlier, limit)
  if ('refusal' in prepared) return prepared.refusal
  await storeDocument(newDocument(application, { field, purpose }, prepared), prepared.bytes)
  return ''
}

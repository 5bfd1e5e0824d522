import { isExtraControl } from '../../../contract/intake/extra-controls.ts'
import { documentMessages } from '../../../contract/document/document-messages.ts'
import { isPaperField } from '../../../contract/intake/paper-answers.ts'
import type { ErrorMessage } from '../../../contract/language/translate.ts'
import type { Payload } from '../../forms/payload.ts'
import type { FormErrors } from '../../forms/use-form.ts'
import { fileOnPhone } from '../../lib/file-on-phone.ts'
import type { FailedAttempt, Refusal } from '../replies.ts'
import {
  type ChosenDocument,
  readContent,
  readDocuments,
  storeProgress,
} from './chosen-documents.ts'
import { uploadFile } from './upload.ts'

type Result = { values: Payload } | Refusal | FailedAttempt

/**
 * Uploads the documents of an application that have not arrived yet. Returns its values with the
 * upload keys, or why the application cannot be sent now.
 */
export async function sendDocuments(
  application: string,
  given: Payload,
  signal: AbortSignal,
): Promise<Result> {
  const answered = Object.entries(given).filter(([field, value]) => mayBeKey(field) && value !== '')
  if (answered.length === 0) return { values: given }
  const values = { ...given }
  const documents = await documentsOf(application)
  for (const [field, value] of answered) {
    const document = documents.find((one) => one.field === field)
    if (document) {
      const result = await send(document, signal)
      if ('refusal' in result) return refused(field, result.refusal)
      if ('lastReply' in result) return result
      values[field] = result.key
    } else if (value === fileOnPhone) return refused(field, documentMessages.gone)
  }
  return { values }
}

async function send(document: ChosenDocument, signal: AbortSignal) {
  const { upload, size } = document
  if (upload?.offset === size) return upload
  const bytes = await readContent(document)
  if (!bytes) return { refusal: documentMessages.gone }
  // If the disk is full, the upload goes on, but another attempt cannot continue it.
  const onProgress = (progress: ChosenDocument['upload']) =>
    storeProgress(document, progress).catch(() => {})
  const result = await uploadFile({ ...document, bytes }, { onProgress, signal })
  // The server has deleted a refused file: another attempt must begin anew.
  if ('refusal' in result) await onProgress(null)
  return result
}

/**
 * After a refused submission: makes documents whose uploads the server no longer has ready for a new
 * upload. Returns false if that cannot help.
 */
export async function renewUploads(application: string, { fields }: FormErrors) {
  const wrong = Object.entries(fields)
  const canHelp = ([field, message]: [string, ErrorMessage]) =>
    mayBeKey(field) && message !== documentMessages.virus
  if (wrong.length === 0 || !wrong.every(canHelp)) return false
  const documents = await documentsOf(application)
  const lost = documents.filter(({ field, upload }) => fields[field] && upload)
  for (const document of lost) await storeProgress(document, null)
  return lost.length === wrong.length
}

/** Whether a field may hold an upload key. Of the questions of an intake, those with a document do. */
function mayBeKey(field: string) {
  return field.endsWith('document') || isPaperField(field) || isExtraControl(field)
}

async function documentsOf(application: string) {
  return (await readDocuments()).filter((one) => one.application === application)
}

function refused(field: string, message: ErrorMessage) {
  return { refusal: { message: '', fields: { [field]: message } } }
}

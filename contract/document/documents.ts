import * as z from 'zod/mini'
import { id, storable, timestamp } from '../fields.ts'
import { safeFileName } from './file-name.ts'
import type { Sentence } from '../language/kiswahili.ts'
import { type Language, pathIn } from '../language/languages.ts'
import { type UploadPurpose, uploadPurposes } from '../intake/paper-kinds.ts'

/** Media types of documents, with the ending that a downloaded file gets. */
export const documentTypes = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
} as const

export type DocumentType = keyof typeof documentTypes

/**
 * `scanning`: the virus scanner has not answered yet. `unchecked`: no virus scanner is set up.
 * `refused`: the scanner has found a virus, and the file was deleted.
 */
const documentStates = ['scanning', 'clean', 'unchecked', 'refused'] as const

/** Properties of a PDF that staff read before they open it. */
export const documentWarnings = ['password', 'javascript', 'launch'] as const

/** A document of an application, without its bytes. */
export const applicationDocument = z.object({
  _id: id,
  purpose: z.enum(uploadPurposes as [UploadPurpose]),
  /** The file name that the applicant gave, without path. */
  name: z.string(),
  type: z.enum(Object.keys(documentTypes) as [DocumentType]),
  /** Size of the stored file in bytes. */
  size: z.number(),
  state: z.enum(documentStates),
  warnings: z.array(z.enum(documentWarnings)),
  createdAt: timestamp,
})

const chooseAgain: Sentence = 'Choose the file again'

/** The upload key of a document: 256 random bits in base64url. It is the only right to the upload. */
export const uploadKeyPattern = /^[\w-]{43}$/

export const uploadKey = z
  .string(chooseAgain)
  .check(z.regex(uploadKeyPattern, chooseAgain), storable)

/** With `download`, the browser saves the document in place of showing it. */
export const documentQuery = z.object({ download: z.optional(z.literal('1', 'Use 1')) })

/** The page behind a one-time link to replace a document. */
export const documentRequestPath = '/industrial-attachment/document'

/**
 * Path and query of a one-time link. The token is not in the fragment, because the page works
 * without JavaScript.
 */
export function documentLinkPath(language: Language, token: string) {
  return `${pathIn(language, documentRequestPath)}?token=${token}`
}

/** Name of a downloaded document, with the ending of its type. */
export function fileNameOf({ name, type }: Pick<ApplicationDocument, 'name' | 'type'>) {
  return safeFileName(name, documentTypes[type])
}

/** Page of the back office that shows an application and one of its documents, after a sign-in. */
export function documentPath(application: string, document: string) {
  return `/admin/industrial-attachments?open=${application}&document=${document}`
}

export type ApplicationDocument = z.infer<typeof applicationDocument>
export type DocumentState = (typeof documentStates)[number]
export type DocumentWarning = (typeof documentWarnings)[number]

import { documentMessages } from '../../../contract/document/document-messages.ts'
import type { ApplicationDocument, DocumentWarning } from '../../../contract/document/documents.ts'
import { documentQuestions, type DocumentKey } from '../../../contract/application/questions.ts'
import { uploadKeyPattern } from '../../../contract/document/documents.ts'
import { isExtraControl } from '../../../contract/intake/extra-controls.ts'
import {
  extraPurpose,
  fieldOfPurpose,
  paperPurposes,
  type UploadPurpose,
  uploadPurposes,
} from '../../../contract/intake/paper-kinds.ts'
import type { SubmittedPapers } from '../../../contract/intake/papers.ts'
import { anyOf, prepared } from '../../database/prepared.ts'
import type { Database, DocumentsTable, Transaction } from '../../database/tables.ts'
import { hashToken } from '../tokens.ts'
import { invalidAnswer } from '../domain-error.ts'
import { now } from '../ids.ts'
import { updateRows } from '../rows.ts'

/** Named one by one: prepared queries must still work after an upgrade has added columns. */
const columns = [
  '_id',
  'attachment',
  'purpose',
  'name',
  'type',
  'size',
  'state',
  'warnings',
  'createdAt',
] as const

type DocumentRow = Pick<DocumentsTable, (typeof columns)[number]>

const selectDocuments = prepared((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('documents')
    .select(columns)
    .where(anyOf(db, 'attachment', ids))
    // Doctor reports an unfinished upload of an application. Nobody can read it.
    .where('state', '<>', 'receiving')
    .where('type', 'is not', null)
    .orderBy('attachment')
    .orderBy('_id'),
)

/** The documents of applications, by the id of the application, in the order of their questions. */
export async function documentsOf(db: Database, ids: readonly string[]) {
  const rows = ids.length > 0 ? await selectDocuments(db, { ids }) : []
  const byApplication = Map.groupBy(rows, ({ attachment }) => attachment!)
  return (_id: string): ApplicationDocument[] =>
    (byApplication.get(_id) ?? [])
      .toSorted((a, b) => uploadPurposes.indexOf(a.purpose) - uploadPurposes.indexOf(b.purpose))
      .map(toDocument)
}

/** A stored document as the API shows it. */
function toDocument({ attachment: _, type, state, warnings, ...row }: DocumentRow) {
  if (type === null || state === 'receiving') {
    throw new Error(`The upload ${row._id} is not finished`)
  }
  return { ...row, type, state, warnings: (warnings?.split(',') ?? []) as DocumentWarning[] }
}

/** The upload keys of a submission, by field; null without a file. */
type DocumentKeys = Partial<Record<DocumentKey, string | null>>

/** All upload keys of a submission: those of its papers stand below their purposes. */
interface SubmittedKeys extends DocumentKeys {
  papers?: SubmittedPapers | null
}

/** Separates the upload keys of a submission from its answers. */
export function separateKeys<Answers extends SubmittedKeys>(submission: Answers) {
  const answers: Record<string, unknown> = Object.fromEntries(Object.entries(submission))
  for (const { key } of documentQuestions) delete answers[key]
  delete answers['papers']
  return answers as Omit<Answers, DocumentKey | 'papers'>
}

export function givenKeys(submission: DocumentKeys): NamedUpload<DocumentKey>[] {
  return documentQuestions.flatMap(({ key: name, purpose }) => {
    const field = name as DocumentKey
    const key = submission[field]
    return key ? [{ field, purpose, keyHash: hashToken(key) }] : []
  })
}

export function paperKeys(papers: SubmittedPapers | null | undefined) {
  return paperPurposes.flatMap((purpose) => {
    const key = papers?.[purpose]
    return key ? [{ field: fieldOfPurpose(purpose), purpose, keyHash: hashToken(key) }] : []
  })
}

const selectHashes = prepared((db, { hashes }: { hashes: readonly string[] }) =>
  db
    .selectFrom('documents')
    .select(['keyHash', 'sha256'])
    .where(anyOf(db, 'keyHash', hashes)),
)

/** A submission with the SHA-256 of each finished upload in place of its key. */
export async function withFileHashes<Answers extends SubmittedKeys & { extra: SentExtra }>(
  db: Database,
  given: Answers,
): Promise<Answers> {
  const { papers, extra } = given
  const keys = documentQuestions.map(({ key }) => given[key as DocumentKey])
  const all = [keys, papers, extra].flatMap((values) => Object.values(values ?? {}))
  const hashes = all.filter(isKey).map(hashToken)
  if (hashes.length === 0) return given
  const rows = await selectHashes(db, { hashes })
  const sha256 = new Map(rows.map((row) => [row.keyHash, row.sha256]))
  const hashed = <Values extends object>(values: Values) =>
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => [
        field,
        isKey(value) ? (sha256.get(hashToken(value)) ?? value) : value,
      ]),
    ) as Values
  return { ...hashed(given), papers: papers && hashed(papers), extra: extra && hashed(extra) }
}

/** Answers to the questions of an intake, as they were sent. */
type SentExtra = Record<string, unknown> | null

/** Whether an application has the file of an upload already: its bytes, name and purpose. */
export async function hasSameFile(
  transaction: Transaction,
  { attachment, purpose, keyHash }: Pick<DocumentsTable, 'attachment' | 'purpose' | 'keyHash'>,
) {
  const found = await transaction
    .selectFrom('documents as sent')
    .innerJoin('documents as own', (join) =>
      join.onRef('own.sha256', '=', 'sent.sha256').onRef('own.name', '=', 'sent.name'),
    )
    .select('own._id')
    .where('sent.keyHash', '=', keyHash)
    .where('sent.purpose', '=', purpose)
    .where('own.attachment', '=', attachment)
    .where('own.purpose', '=', purpose)
    .executeTakeFirst()
  return found !== undefined
}

const selectUploads = prepared((db, { hashes }: { hashes: readonly string[] }) =>
  db
    .selectFrom('documents')
    .select(['_id', 'keyHash', 'purpose', 'state', 'attachment', 'expiresAt'])
    .where(anyOf(db, 'keyHash', hashes))
    .forUpdate(),
)

/** An upload that a submission names: the field with its key, and what the file is for. */
export interface NamedUpload<Field = string> {
  field: Field
  purpose: UploadPurpose
  keyHash: string
}

/**
 * Finds uploads, and locks them. Returns the ids of the documents, or the error of the first wrong key.
 */
export async function findFreeUploads(transaction: Transaction, given: NamedUpload[]) {
  const hashes = given.map(({ keyHash }) => keyHash)
  const rows = hashes.length > 0 ? await selectUploads(transaction, { hashes }) : []
  const byHash = new Map(rows.map((row) => [row.keyHash, row]))
  const ids: string[] = []
  for (const { field, purpose, keyHash } of given) {
    const row = byHash.get(keyHash)
    const isFree = row?.purpose === purpose && row.attachment === null
    const isNamedTwice = row && ids.includes(row._id)
    if (!isFree || isNamedTwice || row.expiresAt === null || row.expiresAt <= now()) {
      return invalidAnswer(field, documentMessages.gone)
    }
    if (row.state === 'receiving') return invalidAnswer(field, documentMessages.incomplete)
    if (row.state === 'refused') return invalidAnswer(field, documentMessages.virus)
    ids.push(row._id)
  }
  return ids
}

/** Makes uploads the documents of an application, which must be stored already. */
export async function attachUploads(
  transaction: Transaction,
  attachment: string,
  ids: readonly string[],
) {
  if (ids.length === 0) return
  await updateRows(transaction, 'documents', { _id: ids }, { attachment, expiresAt: null })
}

/** Takes documents from an application. The cleanup deletes the files of those without one. */
export async function detachUploads(
  transaction: Transaction,
  earlier: { attachment: string; purpose: UploadPurpose },
) {
  await updateRows(transaction, 'documents', earlier, { attachment: null, expiresAt: null })
}

/**
 * The finished uploads that have not been submitted yet, by the field of their key: name and size, as the
 * applicant checks them before sending.
 */
export async function keptUploads(db: Database, values: Record<string, unknown>) {
  const kept: Record<string, { name: string; size: number }> = {}
  for (const { field, purpose, keyHash } of keysIn(values)) {
    const found = await db
      .selectFrom('documents')
      .select(['name', 'size'])
      .where('keyHash', '=', keyHash)
      .where('purpose', '=', purpose)
      .where('attachment', 'is', null)
      .where('expiresAt', '>', now())
      .where('state', 'not in', ['receiving', 'refused'])
      .executeTakeFirst()
    if (found) kept[field] = found
  }
  return kept
}

function keysIn(values: Record<string, unknown>): NamedUpload[] {
  return Object.entries(values).flatMap(([field, value]) => {
    const purpose = purposeOf(field)
    return purpose && isKey(value) ? [{ field, purpose, keyHash: hashToken(value) }] : []
  })
}

/** The purpose of the upload whose key a field of a form holds, if it may hold one. */
function purposeOf(field: string): UploadPurpose | undefined {
  if (isExtraControl(field)) return extraPurpose
  return uploadPurposes.find(
    (purpose) => purpose !== extraPurpose && fieldOfPurpose(purpose) === field,
  )
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && uploadKeyPattern.test(value)
}

import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

import { cleanForFileName, safeFileName } from '../../../contract/document/file-name.ts'
import { documentTypes } from '../../../contract/document/documents.ts'
import { recordedNameOf } from '../../../contract/intake/paper-kinds.ts'
import { purposeLabels } from '../../../contract/application/staff-questions.ts'
import { anyOf } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
import { DomainError } from '../domain-error.ts'
import { recordHistory } from '../history.ts'
import { storeAway, whyClosed, type DocumentParts } from './staff-documents.ts'

interface Entry {
  name: string
  bytes: Readable
  modified: string
}

/** Longest name of a person in a file name, in bytes. */
const longestName = 120

/**
 * Streams the documents of applications as a ZIP file. One document at a time is open. A text file
 * inside lists those that cannot be opened. The history records the export, and on each
 * application that its documents were opened, also if the client has gone away.
 */
export async function zipDocuments(parts: DocumentParts, ids: readonly string[], by: string) {
  const { db, onError } = parts
  const rows = await documentRows(db, ids)
  if (rows.length === 0) {
    return new DomainError('not_found', 'These applications have no documents.')
  }
  const opened: DocumentRow[] = []
  const entries = entriesOf(parts, rows, opened)
  // Opens the first document before the answer begins: a store that is away gets a 503.
  const first = await entries.next().catch((error: unknown) => {
    onError(error)
    return undefined
  })
  if (!first) return storeAway()
  const { ZipFile } = await import('yazl')
  return stream(new ZipFile(), first, entries, () => recordExport(db, opened, by).catch(onError))
}

type DocumentRow = Awaited<ReturnType<typeof documentRows>>[number]

function documentRows(db: Database, ids: readonly string[]) {
  return db
    .selectFrom('documents')
    .innerJoin('attachments', 'attachments._id', 'documents.attachment')
    .select(['documents._id', 'type', 'state', 'purpose', 'documents.createdAt'])
    .select(['attachments._id as application', 'referenceId', 'first_name', 'last_name'])
    .where(anyOf(db, 'attachment', ids))
    .where('type', 'is not', null)
    .orderBy('referenceId')
    .orderBy('documents._id')
    .execute()
}

async function* entriesOf(
  { documentStore }: DocumentParts,
  rows: DocumentRow[],
  opened: DocumentRow[],
): AsyncGenerator<Entry> {
  const unique = uniqueNames()
  const closed: string[] = []
  for (const row of rows) {
    const reason = whyClosed(row.state)
    const file = reason ? undefined : await documentStore.get(row._id)
    if (file) {
      opened.push(row)
      yield { name: unique(nameOf(row)), bytes: file.bytes, modified: row.createdAt }
    } else closed.push(`${nameOf(row)}: ${reason ?? 'is missing'}\r\n`)
  }
  if (closed.length === 0) return
  const bytes = Readable.from([Buffer.from(`\uFEFF${closed.join('')}`)])
  yield { name: unique('Not in this ZIP.txt'), bytes, modified: new Date().toISOString() }
}

/** A file name such as `SPH-2026-7K3Q9M2X Zawadi Mwangi - CV.pdf`. */
function nameOf({ referenceId, first_name, last_name, purpose, type }: DocumentRow) {
  const person = cleanForFileName(`${first_name} ${last_name}`, longestName)
  return safeFileName(`${referenceId} ${person} - ${purposeLabels[purpose]}`, documentTypes[type!])
}

/** Adds ' (2)' and so on to names that an earlier file has, without regard to upper case. */
function uniqueNames() {
  const taken = new Set<string>()
  return (name: string) => {
    let unique = name
    for (let count = 2; taken.has(unique.toLowerCase()); count++) {
      unique = name.replace(/(?=\.\w+$)/, ` (${count})`)
    }
    taken.add(unique.toLowerCase())
    return unique
  }
}

/** Fills the ZIP file while the client reads. Closing the stream ends the work. */
function stream(
  zip: InstanceType<typeof import('yazl').ZipFile>,
  first: IteratorResult<Entry>,
  others: AsyncGenerator<Entry>,
  onEnd: () => Promise<void>,
) {
  const output = zip.outputStream as Readable
  let reading: Readable | undefined
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  output.once('close', () => reading?.destroy())
  void fill().catch(fail).finally(onEnd)
  return output

  async function fill() {
    for (let next = first; !next.done; next = await others.next()) {
      const { name, bytes, modified } = next.value
      reading = bytes
      if (output.destroyed) bytes.destroy()
      // PDF, pictures and DOCX are compressed already.
      else zip.addReadStream(bytes, name, { compress: false, mtime: new Date(modified) })
      await finished(bytes)
    }
    zip.end()
  }
}

async function recordExport(db: Database, opened: DocumentRow[], by: string) {
  const common = { entity: 'attachment', user: by } as const
  const applications = Map.groupBy(opened, ({ application }) => application)
  await recordHistory(
    db,
    { ...common, action: 'export', fields: ['documents'], count: opened.length },
    ...[...applications].map(([record, documents]) => ({
      ...common,
      action: 'view document' as const,
      record,
      fields: documents.map(({ purpose }) => recordedNameOf(purpose)),
    })),
  )
}

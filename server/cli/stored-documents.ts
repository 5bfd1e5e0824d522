import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

import type { Database, DocumentsTable } from '../database/tables.ts'
import { postgresToolLines } from './postgres-tools.ts'

/** A finished document, whose bytes are in the store of documents under its `_id`. */
export interface StoredDocument {
  _id: string
  sha256: string
  /** Bytes. */
  size: number
}

const columns = ['_id', 'sha256', 'size', 'state', 'attachment', 'expiresAt'] as const

type Row = Pick<DocumentsTable, (typeof columns)[number]>

const batchSize = 1000

/** The documents of a database whose bytes must be in the store. */
export async function* storedDocuments(db: Database): AsyncGenerator<StoredDocument> {
  let last: string | undefined
  for (;;) {
    let query = db.selectFrom('documents').select(columns).orderBy('_id').limit(batchSize)
    if (last !== undefined) query = query.where('_id', '>', last)
    const rows = await query.execute()
    last = rows.at(-1)?._id
    if (last === undefined) return
    yield* rows.filter(hasFile)
  }
}

export async function allDocuments(db: Database) {
  const documents: StoredDocument[] = []
  for await (const document of storedDocuments(db)) documents.push(document)
  return documents
}

/** The documents that a backup file of either engine needs. Backups of early versions have none. */
export async function* documentsOfBackup(file: string): AsyncGenerator<StoredDocument> {
  const rows = (await isSqlite(file)) ? sqliteRows(file) : dumpRows(file)
  for await (const row of rows) if (hasFile(row)) yield row
}

/**
 * A document has no file while it is received and after a virus was found. Without an application
 * and an expiry, the document was deleted, and the next cleanup removes its file.
 */
function hasFile(row: Row): row is Row & { sha256: string } {
  const { sha256, state, attachment, expiresAt } = row
  const isDeleted = attachment === null && expiresAt === null
  return sha256 !== null && state !== 'refused' && !isDeleted
}

async function isSqlite(file: string) {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(6), 0, 6, 0)
    return buffer.toString('latin1') === 'SQLite'
  } finally {
    await handle.close()
  }
}

function* sqliteRows(file: string): Generator<Row> {
  using database = new DatabaseSync(file, { readOnly: true })
  const table = database.prepare(`select 1 from sqlite_schema where name = 'documents'`)
  if (!table.get()) return
  const names = columns.map((name) => `"${name}"`).join()
  const rows = database.prepare(`select ${names} from documents order by _id`).iterate()
  for (const row of rows) yield row as unknown as Row
}

/** Reads the rows of PostgreSQL's COPY format. None of these columns needs escapes in it. */
async function* dumpRows(file: string): AsyncGenerator<Row> {
  const args = ['--data-only', '--table=documents', '--file=-', file]
  let names: string[] | undefined
  for await (const line of postgresToolLines('pg_restore', args)) {
    const header = /^COPY public\.documents \((.+)\) FROM stdin;$/.exec(line)?.[1]
    if (header) names = header.split(', ').map((name) => name.replaceAll('"', ''))
    else if (line === String.raw`\.`) names = undefined
    else if (names) yield parseRow(names, line)
  }
}

function parseRow(names: string[], line: string) {
  const values = line.split('\t').map((value) => (value === String.raw`\N` ? null : value))
  const row = Object.fromEntries(names.map((name, index) => [name, values[index]]))
  return { ...row, size: Number(row['size']) } as unknown as Row
}

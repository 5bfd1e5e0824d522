import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'

import { postgresToolLines } from './postgres-tools.ts'

/**
 * The rows of a table in a backup file of either engine. Backups of early versions may lack the
 * table. PostgreSQL's values are texts, and escapes in them stay.
 */
export async function* rowsOfBackup<C extends string>(
  file: string,
  table: string,
  columns: readonly C[],
): AsyncGenerator<Record<C, unknown>> {
  const isSqlite = (await readStart(file, 6)) === 'SQLite'
  yield* isSqlite ? sqliteRows(file, table, columns) : dumpRows(file, table)
}

/** The first characters of a file. */
export async function readStart(file: string, length: number) {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

function* sqliteRows<C extends string>(file: string, table: string, columns: readonly C[]) {
  using database = new DatabaseSync(file, { readOnly: true })
  if (!database.prepare('select 1 from sqlite_schema where name = ?').get(table)) return
  const names = columns.map((name) => `"${name}"`).join()
  const rows = database.prepare(`select ${names} from ${table}`).iterate()
  for (const row of rows) yield row as Record<C, unknown>
}

/** Reads the rows of PostgreSQL's COPY format. */
async function* dumpRows<C extends string>(file: string, table: string) {
  const args = ['--data-only', `--table=${table}`, '--file=-', file]
  const begin = new RegExp(String.raw`^COPY public\.${table} \((.+)\) FROM stdin;$`)
  let names: string[] | undefined
  for await (const line of postgresToolLines('pg_restore', args)) {
    const header = begin.exec(line)?.[1]
    if (header) names = header.split(', ').map((name) => name.replaceAll('"', ''))
    else if (line === String.raw`\.`) names = undefined
    else if (names) yield parseRow(names, line) as Record<C, unknown>
  }
}

function parseRow(names: string[], line: string) {
  const values = line.split('\t').map((value) => (value === String.raw`\N` ? null : value))
  return Object.fromEntries(names.map((name, index) => [name, values[index]]))
}

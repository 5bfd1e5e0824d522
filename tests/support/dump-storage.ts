import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Client } from 'pg'

/**
 * All stored data. For SQLite: the bytes of all files in the data folder, including deleted rows that
 * were not overwritten. For PostgreSQL: the rows of every table.
 */
export async function everythingStored({ DATA_DIR, DATABASE_URL }: Record<string, string>) {
  if (DATABASE_URL) return rowsOf(DATABASE_URL)
  if (!DATA_DIR) throw new Error('Neither a folder nor a URL')
  const entries = await readdir(DATA_DIR, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const contents = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name))),
  )
  return Buffer.concat(contents).toString()
}

async function rowsOf(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    )
    let all = ''
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      all += rows.map(({ row }) => row).join('\n')
    }
    return all
  } finally {
    await client.end()
  }
}

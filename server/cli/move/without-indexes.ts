import { sql, type RawBuilder } from 'kysely'

import type { Database } from '../../database/tables.ts'
import { Progress } from '../progress.ts'

/** SQL that removes an index, foreign key or trigger, and SQL that creates it again. */
export interface Rebuild {
  remove: string | null
  create: string
}

/**
 * Runs work without indexes, foreign keys and triggers, which `query` selects. It is faster to
 * build an index at once than row by row, and triggers must not run for copied rows.
 */
export async function withoutIndexes<T>(
  db: Database,
  query: RawBuilder<Rebuild>,
  work: () => Promise<T>,
) {
  const { rows } = await query.execute(db)
  for (const { remove } of rows) if (remove) await sql.raw(remove).execute(db)
  const result = await work()
  const progress = new Progress('Building indexes', rows.length)
  for (const [index, { create }] of rows.entries()) {
    progress.report(index)
    await sql.raw(create).execute(db)
  }
  return result
}

import type { Migration } from 'kysely/migration'

import type { ColumnTypes } from '../engine.ts'
import { firstTables } from './0001-first-tables.ts'

/** All migrations by name; they are applied in the order of their names, forward only. */
export const migrations = (types: ColumnTypes): Record<string, Migration> => ({
  '0001-first-tables': firstTables(types),
})

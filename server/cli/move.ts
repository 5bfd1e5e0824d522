import { resolve } from 'node:path'

import { describeError } from '../database/connection-errors.ts'
import type { DataLocation } from '../database/open.ts'
import { locationOf } from '../settings.ts'
import { loadSettings, print, readArguments, runMain, UsageError } from './command.ts'
import { copyTables } from './move-data.ts'
import { readSource } from './move-source.ts'
import type { MoveTarget } from './move-target.ts'
import { OperationError } from './operation-error.ts'
import { postgresMoveTarget } from './postgres-move-target.ts'
import { sqliteMoveTarget } from './sqlite-move-target.ts'

/** `npm run move -- --to postgres://…` copies everything into an empty database of the other engine. */
async function main() {
  const { values } = readArguments({ to: { type: 'string' } })
  const location = locationOf(loadSettings())
  const { tables, rows, notice } = await move(location, openTarget(location, values.to ?? ''))
  print(`Moved ${rows.toLocaleString('en')} rows in ${tables} tables, and compared each table`)
  if (notice !== undefined) print(notice)
  print(
    location.databaseUrl
      ? 'Remove DATABASE_URL before the next start. The server uses DATA_DIR/foundation.sqlite'
      : 'Set DATABASE_URL to the new database before the next start',
  )
}

/** The source stays as it is. After an error the target is empty. */
export function move(location: DataLocation, target: MoveTarget) {
  return readSource(location, async (source) => {
    try {
      const { copied, notice } = await target.fill((db, insert) => copyTables(source, db, insert))
      return { ...copied, notice }
    } catch (error) {
      if (error instanceof OperationError) throw error
      throw new OperationError(`Nothing was moved: ${describeError(error)}`)
    }
  })
}

/** The errors do not repeat `to`, which may have a password. */
function openTarget({ databaseUrl }: DataLocation, to: string): MoveTarget {
  const isPostgres = /^postgres(ql)?:\/\//.test(to)
  const [, file] = /^sqlite:(.+)$/.exec(to) ?? []
  if (!isPostgres && file === undefined) {
    throw new UsageError('--to takes postgres://USER@HOST/DATABASE or sqlite:FILE.')
  }
  if (isPostgres && !isComplete(to)) {
    throw new UsageError('--to takes a URL. Percent-encode special characters of the password.')
  }
  if (isPostgres === (databaseUrl !== undefined)) {
    const engine = isPostgres ? 'PostgreSQL' : 'SQLite'
    throw new OperationError(`The data is in ${engine} already. Name a target of the other engine.`)
  }
  return file === undefined ? postgresMoveTarget(to) : sqliteMoveTarget(resolve(file))
}

/** With `/`, `?` or `#` in a password, the rest of the password is not read as a password. */
function isComplete(url: string) {
  return URL.canParse(url) && url.includes('@') === (new URL(url).username !== '')
}

if (import.meta.main) await runMain('move', '--to postgres://… | --to sqlite:FILE', main)

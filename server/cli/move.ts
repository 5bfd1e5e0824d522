import { resolve } from 'node:path'

import { describeError } from '../database/connection-errors.ts'
import type { DataLocation } from '../database/open.ts'
import { countRows } from '../services/rows.ts'
import { openDocumentStore } from '../services/documents/document-store.ts'
import { locationOf, type Settings } from '../settings.ts'
import {
  loadSettings,
  print,
  readArguments,
  runMain,
  UsageError,
  OperationError,
} from './command.ts'
import { countOf } from './count-of.ts'
import { requireDatabase } from './files.ts'
import { copyTables } from './move/move-data.ts'
import { moveDocuments, storesOfMove } from './move/move-documents.ts'
import { readSource } from './move/move-source.ts'
import type { MoveTarget } from './move/move-target.ts'
import { postgresMoveTarget } from './move/postgres-move-target.ts'
import { nameDocuments } from './backup/restore-documents.ts'
import { sqliteMoveTarget } from './move/sqlite-move-target.ts'

/** `npm run move -- --to postgres://…` copies everything into an empty database of the other engine. */
async function main() {
  const { values } = readArguments({
    to: { type: 'string' },
    'documents-to': { type: 'string' },
  })
  const settings = loadSettings()
  const location = locationOf(settings)
  if (values['documents-to'] !== undefined) return mainOfDocuments(values['documents-to'], settings)
  const target = openTarget(location, values.to ?? '')
  const { tables, rows, documents, notice } = await move(location, target)
  print(`Moved ${countOf(rows, 'row')} in ${tables} tables, and compared each table`)
  if (notice !== undefined) print(notice)
  if (documents > 0) {
    const { location: store } = await openDocumentStore(settings)
    print(
      `Left ${countOf(documents, 'document')} in ${store}: keep the settings DATA_DIR and DOCUMENTS_S3`,
    )
  }
  print(
    location.databaseUrl
      ? 'Remove DATABASE_URL before the next start. The server uses DATA_DIR/foundation.sqlite'
      : 'Set DATABASE_URL to the new database before the next start',
  )
}

/** `npm run move -- --documents-to bucket` copies the bytes of documents to the other store. */
async function mainOfDocuments(to: string, settings: Settings) {
  const stores = await storesOfMove(to, settings)
  const location = locationOf(settings)
  await requireDatabase(location)
  const { total, copied, bytes, lost } = await moveDocuments(location, stores)
  print(
    `Copied ${copied} of ${countOf(total, 'document')} to ${stores.to.location} (${(bytes / 1e6).toFixed(1)} MB); the others were there`,
  )
  if (lost.length > 0) {
    throw new OperationError(
      `Not copied: ${nameDocuments(lost)} missing from ${stores.from.location}, or damaged there.`,
    )
  }
  const change = to === 'bucket' ? 'with DOCUMENTS_S3' : 'without DOCUMENTS_S3'
  print(`Did the server run meanwhile? Stop it and run this again. Then start it ${change}`)
}

/** The source stays as it is. After an error the target is empty. */
export function move(location: DataLocation, target: MoveTarget) {
  return readSource(location, async (source) => {
    try {
      const { copied, notice } = await target.fill((db, insert) => copyTables(source, db, insert))
      return { ...copied, documents: await countRows(source.selectFrom('documents')), notice }
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

const usage = '--to postgres://… | --to sqlite:FILE | --documents-to bucket | --documents-to folder'

if (import.meta.main) await runMain('move', usage, main)

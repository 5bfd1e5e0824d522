import { dirname, resolve } from 'node:path'

import { openDocumentStore } from '../services/documents/document-store.ts'
import { locationOf } from '../settings.ts'
import type { DataSource } from './backup.ts'
import { backupStore } from './backup/backup-documents.ts'
import { readStart } from './backup/backup-rows.ts'
import { checkBackup, requireFile, verifyFile } from './backup/check-backup.ts'
import { loadSettings, print, readArguments, runMain, OperationError } from './command.ts'
import { countOf } from './count-of.ts'
import { checksumFile, exists, requireDatabase } from './files.ts'
import { openBackupDriver } from './backup/backup-driver.ts'
import {
  nameDocuments,
  prepareDocuments,
  restoreDocumentsOnly,
} from './backup/restore-documents.ts'

/** `npm run restore -- FILE`: restores a backup. With `--check`, only tests it. */
async function main() {
  const { values, positional } = readArguments(
    {
      replace: { type: 'boolean', default: false },
      incomplete: { type: 'boolean', default: false },
      'documents-only': { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
    'file',
  )
  if (values.check) return printCheck(resolve(positional))
  const settings = loadSettings()
  const target = { location: locationOf(settings), store: await openDocumentStore(settings) }
  const path = resolve(positional)
  if (values['documents-only']) {
    await requireDatabase(target.location)
    if (!(await exists(path))) throw new OperationError(`There is no folder ${path}.`)
    printDocuments(await restoreDocumentsOnly(target, path))
    return
  }
  const { previous, documents } = await restore(target, path, values)
  print(`Restored ${path}`)
  if (documents.copied + documents.absent.length > 0) printDocuments(documents)
  if (previous !== undefined) {
    print(`The previous data is in ${previous}: delete it when all is well`)
  }
  print('Everybody has to sign in again')
}

async function printCheck(file: string) {
  const { applications, documents, hasChecksum } = await checkBackup(file)
  const { total, absent } = documents
  const contents = `${countOf(applications, 'application')} and ${countOf(total, 'document')}`
  if (absent.length > 0) {
    const where = backupStore(dirname(file)).location
    throw new OperationError(
      `Of ${contents} in ${file}, ${nameDocuments(absent)} missing from ${where}, or damaged there. Copy them there from another copy of the backup. With --incomplete, everything else can be restored.`,
    )
  }
  print(`${file} can be restored: it has ${contents}, and all of it was read`)
  if (!hasChecksum) {
    print(`There is no ${checksumFile(file)}, so a changed byte may not be noticed`)
  }
}

function printDocuments({ copied, absent }: RestoredDocuments) {
  print(`Copied ${countOf(copied, 'missing or damaged document')}`)
  if (absent.length > 0)
    print(`Not restored: ${nameDocuments(absent)} not in the backup, or damaged`)
}

interface RestoredDocuments {
  copied: number
  /** The ids of documents that are missing from the backup, or damaged there. */
  absent: string[]
}

interface RestoreOptions {
  /** Moves existing data to another file (SQLite). */
  replace?: boolean
  /** Restores although documents are missing from the backup. */
  incomplete?: boolean
}

/**
 * Checks a backup and restores it. Returns the new path of the previous data, if there was any.
 * Refuses a damaged file, and a backup of the other engine or of a newer version. Also refuses if
 * data exists that may not be replaced. A refusal changes nothing in the database. Documents are
 * copied before the restored database is used; none is ever deleted.
 */
export async function restore(
  { location, store }: DataSource,
  file: string,
  { replace = false, incomplete = false }: RestoreOptions = {},
) {
  const driver = openBackupDriver(location)
  await requireFile(file)
  if ((await readStart(file, driver.magic.length)) !== driver.magic) {
    const engine = location.databaseUrl ? 'PostgreSQL' : 'SQLite'
    throw new OperationError(
      `${file} is no backup of ${engine}. DATABASE_URL decides which engine is used.`,
    )
  }
  await verifyFile(file, driver)
  const copyLackingDocuments = await prepareDocuments(store, file, incomplete)
  let documents: RestoredDocuments = { copied: 0, absent: [] }
  const previous = await driver.restore(file, replace, async () => {
    documents = await copyLackingDocuments()
  })
  return { previous, documents }
}

const usage = 'FILE [--replace] [--incomplete] | FILE --check | FOLDER --documents-only'

if (import.meta.main) await runMain('restore', usage, main)

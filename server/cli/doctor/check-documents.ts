import { randomInt } from 'node:crypto'

import { sql } from 'kysely'

import { describeError } from '../../database/connection-errors.ts'
import type { Database } from '../../database/tables.ts'
import { diskStore, documentsFolder } from '../../services/documents/disk-store.ts'
import { openDocumentStore, type DocumentStore } from '../../services/documents/document-store.ts'
import type { Settings } from '../../settings.ts'
import { before, checkRows, type RowCheck } from './check-rows.ts'
import { commandLine } from '../command.ts'
import { compareDocuments } from './compare-documents.ts'
import { readDocuments } from '../backup/copy-documents.ts'
import { type DoctorEnvironment, problemFinding, warningFinding, type Finding } from './finding.ts'
import { nameDocuments } from '../backup/restore-documents.ts'
import type { StoredDocument } from '../backup/stored-documents.ts'
import { withReady } from './with-ready.ts'

/** Documents that are read, and the longest time for it in ms, without `--thorough`. */
const sample = { size: 200, milliseconds: 10_000 }
const hour = 60 * 60 * 1000

/** Compares the rows of documents with the files in the store. */
export async function checkDocuments(
  { now, isThorough }: Pick<DoctorEnvironment, 'now' | 'isThorough'>,
  settings: Settings,
): Promise<Finding[]> {
  const findings = await withReady(settings, async (db) => [
    ...(await checkRows(db, suspicious(now()))),
    ...(await checkFiles(db, await openDocumentStore(settings), isThorough)),
  ])
  return [...(await checkUnusedFolder(settings)), ...(findings ?? [])]
}

/** Finds files beside a bucket: they may be documents of people who were erased. */
async function checkUnusedFolder({ DATA_DIR, DOCUMENTS_S3 }: Settings): Promise<Finding[]> {
  if (DOCUMENTS_S3 === undefined) return []
  const store = diskStore(documentsFolder(DATA_DIR))
  for await (const _ of store.list()) {
    const what = `${store.location} has documents that the server does not use, because DOCUMENTS_S3 is set`
    const move = commandLine('move', '--documents-to bucket')
    return [warningFinding(what, `Has ${move} copied them? Then delete the folder.`)]
  }
  return []
}

const suspicious = (now: number): RowCheck[] => [
  {
    table: 'documents',
    where: sql`attachment is null and "expiresAt" < ${before(now, 3 * hour)}`,
    what: 'Uploads have expired and were not deleted',
    todo: 'Is the server running? Its log has the error.',
  },
  {
    level: 'warning',
    table: 'documents',
    where: sql`attachment is null and "expiresAt" is null`,
    what: 'Deleted documents are still in the store',
    todo: 'The server removes them within an hour. If doctor repeats this later, its log has the error.',
  },
  {
    level: 'warning',
    table: 'documents',
    where: sql`state = 'scanning' and "scanAt" is not null
      and "createdAt" < ${before(now, 24 * hour)}`,
    what: 'Documents have waited for the virus scanner for more than a day',
    todo: 'Check CLAMD, and that clamd is running. Staff cannot open these documents.',
  },
  {
    table: 'documents',
    where: sql`state = 'scanning' and "scanAt" is null`,
    what: 'Documents wait for a scan that was never planned',
    todo: repair,
  },
  {
    table: 'documents',
    where: sql`attachment is not null and "expiresAt" is not null`,
    what: 'Documents of applications have an expiry',
    todo: repair,
  },
  {
    table: 'documents',
    where: sql`state = 'receiving' and attachment is not null`,
    what: 'Unfinished uploads belong to an application',
    todo: askAgain,
  },
  {
    table: 'documents',
    where: sql`state <> 'receiving' and (type is null or sha256 is null)`,
    what: 'Finished documents have no type or no checksum',
    todo: askAgain,
  },
]

async function checkFiles(db: Database, store: DocumentStore, isThorough: boolean) {
  const findings: Finding[] = []
  try {
    const { present, missing, wrongSize, unknown } = await compareDocuments(db, store)
    const damaged = await readSample(store, present, isThorough)
    const add = (finding: typeof problemFinding, ids: string[], what: string, todo: string) => {
      if (ids.length > 0) findings.push(finding(`${nameDocuments(ids)} ${what}`, todo))
    }
    add(problemFinding, missing, `missing from ${store.location}`, restoreDocuments)
    add(problemFinding, wrongSize, 'shorter or longer than the database says', restoreDocuments)
    add(problemFinding, damaged, 'damaged: the checksum is wrong', restoreDocuments)
    add(warningFinding, unknown, `in ${store.location}, but not in the database`, removeUnknown)
  } catch (error) {
    const todo = 'Check DOCUMENTS_S3, or the owner of the folder.'
    findings.push(problemFinding(`The documents cannot be read: ${describeError(error)}`, todo))
  }
  return findings
}

/** Reads a random part of the documents, or all of them. Returns the ids of damaged ones. */
async function readSample(store: DocumentStore, documents: StoredDocument[], isThorough: boolean) {
  if (isThorough) return (await readDocuments(store, documents)).damaged
  const drawn = new Set<StoredDocument>()
  for (let tries = 0; tries < sample.size && documents.length > 0; tries++) {
    drawn.add(documents[randomInt(documents.length)]!)
  }
  return (await readDocuments(store, [...drawn], sample)).damaged
}

const repair = `${commandLine('doctor', '--repair')} fixes it.`
const askAgain =
  'Ask the applicant to replace the document on the status page, which is possible until the decision. Tell the developers.'
const restoreDocuments = `Are DATA_DIR and DOCUMENTS_S3 right? Then ${commandLine('restore', 'FOLDER --documents-only')} copies them from a folder of backups.`
const removeUnknown = `Is the database the right one? After a restore, they are newer than the backup. If nobody needs them: ${commandLine('doctor', '--repair --remove-unknown-documents')}`

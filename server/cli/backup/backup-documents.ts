import { readdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { openDatabase, type DataLocation } from '../../database/open.ts'
import { diskStore, documentsFolder } from '../../services/documents/disk-store.ts'
import type { DocumentStore } from '../../services/documents/document-store.ts'
import { copyDocuments, readDocuments } from './copy-documents.ts'
import { exists } from '../files.ts'
import { OperationError } from '../command.ts'
import { compareSizes, documentsOfBackup, selectStored, sizesByName } from './stored-documents.ts'

/** The store of documents beside backups. All backups of a folder share it. */
export const backupStore = (folder: string) => diskStore(documentsFolder(folder))

export interface DocumentsBackup {
  /** Documents that the backup has. */
  total: number
  /** Those of them that no earlier backup had. */
  copied: number
  bytes: number
  /** Documents whose copy was damaged, and was replaced. */
  mended: number
  /** Documents that were deleted after the copy of the database was made. */
  deleted: number
  /** The ids of documents that the store has lost or damaged. */
  lost: string[]
}

/**
 * Incremental backup: copies each document of a new copy of the database that no earlier backup has
 * copied. The bytes of a document never change, so both belong to the same point in time. Copies of
 * earlier backups are read in turns, and damaged ones are replaced.
 */
export async function backUpDocuments(
  { location, store }: { location: DataLocation; store: DocumentStore },
  folder: string,
  databaseCopy: string,
  { isThorough, now }: { isThorough: boolean; now: number },
): Promise<DocumentsBackup> {
  const target = backupStore(folder)
  await refuseSameFolder(store, target)
  const needed = documentsOfBackup(databaseCopy)
  const { missing: uncopied, wrongSize, present } = await compareSizes(target, needed)
  const lacking = [...uncopied, ...wrongSize]
  const due = present.filter(({ _id }) => isThorough || isDue(_id, now))
  const rotten = new Set((await readDocuments(target, due)).damaged)
  const replaced = due.filter(({ _id }) => rotten.has(_id))
  const { copied, bytes, missing, damaged } = await copyDocuments(store, target, [
    ...lacking,
    ...replaced,
  ])
  const absent = [...missing, ...damaged]
  const lost = absent.length > 0 ? await selectLost(location, absent) : []
  const mended = rotten.size - absent.filter((_id) => rotten.has(_id)).length
  return {
    total: present.length + lacking.length - absent.length,
    copied: copied - mended,
    bytes,
    mended,
    deleted: absent.length - lost.length,
    lost,
  }
}

/** Nights in which backups read each document of earlier ones once. */
const nights = 30
const day = 24 * 60 * 60 * 1000

/** Whether the backup of this day reads a document, by its id: on one of 30 days in turn. */
export function isDue(_id: string, now: number) {
  return Number.parseInt(_id.slice(-6), 16) % nights === Math.floor(now / day) % nights
}

/**
 * Removes the documents that no backup in the folder needs, and returns their number. Removes none
 * while another backup is being made: it may have copied documents for a database to come. Removes
 * none either if a backup cannot be read, and returns its name.
 */
export async function removeUnneededDocuments(folder: string) {
  const store = backupStore(folder)
  const unneeded = new Set((await sizesByName(store)).keys())
  // In this order: a backup that ends in between is found as a complete one.
  const names = await readdir(folder)
  if (names.some((name) => /^foundation-.*\.unfinished$/.test(name))) return { count: 0 }
  const complete = (await readdir(folder)).filter((name) => backupName.test(name))
  for (const name of complete.toSorted().toReversed()) {
    if (unneeded.size === 0) break
    try {
      for await (const { _id } of documentsOfBackup(join(folder, name))) unneeded.delete(_id)
    } catch {
      return { count: 0, unreadable: name }
    }
  }
  for (const name of unneeded) await store.remove(name)
  return { count: unneeded.size }
}

/** The backups of both engines, because a move leaves those of the other one. */
const backupName = /^foundation-.*\.(sqlite|dump)$/

/** A store as its own backup would lose documents when older backups are removed. */
async function refuseSameFolder(store: DocumentStore, target: DocumentStore) {
  const [from, to] = await Promise.all([store, target].map(realLocation))
  if (from !== to) return
  throw new OperationError(`${to} has the documents of the server. Name another folder with --to.`)
}

async function realLocation({ location }: DocumentStore) {
  return (await exists(location)) ? realpath(location) : resolve(location)
}

async function selectLost(location: DataLocation, ids: readonly string[]) {
  const { db } = openDatabase(location)
  return selectStored(db, ids).finally(() => db.destroy())
}

import type { Readable } from 'node:stream'

/**
 * The bytes of documents, by name. The name of a document is its `_id`. The name of a part of an
 * unfinished upload is `_id`, a point and a random number. A store is a folder or an S3 bucket. All
 * methods reject if the store cannot be reached or is full.
 */
export interface DocumentStore {
  /**
   * Stores bytes durably under a name, replaces what was there, and returns their number. The file
   * appears under its name only when it is complete and on the disk. If reading fails, nothing
   * is stored.
   */
  put(name: string, bytes: AsyncIterable<Buffer>): Promise<number>
  /** Gives a file another name, durably. */
  rename(from: string, to: string): Promise<void>
  /** The bytes of a file; undefined if there is none. */
  get(name: string): Promise<{ bytes: Readable; size: number } | undefined>
  /** Deletes a file. It is no error if there is none. */
  remove(name: string): Promise<void>
  /** All files with their sizes in bytes, in no order. */
  list(): AsyncIterable<{ name: string; size: number }>
  /** Removes files that killed processes have left half-written, a day later. */
  removeUnfinished?(): Promise<void>
  /** Free bytes, if the store knows them. */
  free?(): Promise<number | undefined>
  /** Where the files are, without credentials, such as the path of the folder. */
  readonly location: string
}

export async function openDocumentStore(settings: {
  DATA_DIR: string
  DOCUMENTS_S3?: string | undefined
}): Promise<DocumentStore> {
  const { DATA_DIR, DOCUMENTS_S3 } = settings
  if (DOCUMENTS_S3 === undefined) {
    const { diskStore, documentsFolder } = await import('./disk-store.ts')
    return diskStore(documentsFolder(DATA_DIR))
  }
  const { s3Store } = await import('./s3-store.ts')
  return s3Store(DOCUMENTS_S3, { spoolFolder: DATA_DIR })
}

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { createFolder } from '../../database/create-folder.ts'
import { fsync } from '../durable-files.ts'
import { freeBytesOf } from '../free-bytes.ts'
import type { DocumentStore } from './document-store.ts'

export const documentsFolder = (dataDir: string) => join(dataDir, 'documents')

/** Ending of files that are being written. A killed process leaves them behind. */
const unfinished = '.unfinished'

/** A file is read in few steps, because each one wakes up two threads. */
const bytesPerRead = 256 * 1024

const day = 24 * 60 * 60 * 1000

/** Documents as files of one folder, which only this user may read. */
export function diskStore(folder: string): DocumentStore {
  return {
    location: folder,

    async put(name, bytes) {
      createFolder(folder)
      const temporary = join(folder, randomUUID() + unfinished)
      try {
        const size = await writeDurably(temporary, bytes)
        await rename(temporary, join(folder, name))
        await fsync(folder)
        return size
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    async rename(from, to) {
      // The bytes are on the disk since they were put.
      await rename(join(folder, from), join(folder, to))
      await fsync(folder)
    },

    async get(name) {
      const handle = await open(join(folder, name)).catch(unlessMissing)
      if (!handle) return undefined
      const { size } = await handle.stat()
      return { bytes: createReadStream('', { fd: handle, highWaterMark: bytesPerRead }), size }
    },

    async remove(name) {
      await rm(join(folder, name), { force: true })
    },

    async *list() {
      for await (const { name, size } of filesIn(folder)) yield { name, size }
    },

    async removeUnfinished() {
      for await (const { name, mtimeMs } of filesIn(folder)) {
        const isOld = name.endsWith(unfinished) && mtimeMs < Date.now() - day
        if (isOld) await rm(join(folder, name), { force: true })
      }
    },

    async free() {
      createFolder(folder)
      return freeBytesOf(folder)
    },
  }
}

/** Writes a new file, and returns its size once all of it is on the disk. */
async function writeDurably(path: string, bytes: AsyncIterable<Buffer>) {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

async function* filesIn(folder: string) {
  const entries = await opendir(folder).catch(unlessMissing)
  for await (const { name } of entries ?? []) {
    const found = await stat(join(folder, name)).catch(unlessMissing)
    if (found?.isFile()) yield { name, size: found.size, mtimeMs: found.mtimeMs }
  }
}

function unlessMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}

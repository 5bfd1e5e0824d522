import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, opendir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createFolder } from '../../database/create-folder.ts'
import { renameDurably } from '../durable-files.ts'
import { freeBytesOf } from '../free-bytes.ts'
import type { DocumentStore } from './document-store.ts'

export const documentsFolder = (dataDir: string) => join(dataDir, 'documents')

/** Ending of files that are being written. A killed process leaves them behind. */
const unfinished = '.unfinished'

const day = 24 * 60 * 60 * 1000

/** Documents as files of one folder, which only this user may read. */
export function diskStore(folder: string): DocumentStore {
  return {
    location: folder,

    async put(name, bytes) {
      createFolder(folder)
      const temporary = join(folder, randomUUID() + unfinished)
      try {
        await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600 })
        const { size } = await stat(temporary)
        await renameDurably(temporary, join(folder, name))
        return size
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    async rename(from, to) {
      await renameDurably(join(folder, from), join(folder, to))
    },

    async get(name) {
      const handle = await open(join(folder, name)).catch(unlessMissing)
      if (!handle) return undefined
      const { size } = await handle.stat()
      return { bytes: createReadStream('', { fd: handle }), size }
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

import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { createFolder } from '../../database/create-folder.ts'
import { renameDurably } from '../durable-files.ts'
import type { Carrier, OutgoingMessage } from './carrier.ts'

/** Writes each message to a file of its own, named by its id. A retry writes the same file. */
export function messageFiles(
  folder: string,
  extension: 'eml' | 'txt',
  render: (message: OutgoingMessage) => Promise<Buffer> | string,
): Carrier {
  const fileOf = (_id: string) => join(folder, `${_id}.${extension}`)
  return {
    name: 'file',
    isRepeatable: true,

    async send(message) {
      const content = await render(message)
      const unfinished = `${fileOf(message._id)}.unfinished`
      try {
        createFolder(folder)
        await write(unfinished, content)
        await renameDurably(unfinished, fileOf(message._id))
        return { result: 'sent' }
      } catch {
        await rm(unfinished, { force: true }).catch(() => {})
        return { result: 'unavailable', trouble: 'not stored' }
      }
    },

    discard: (_id) => rm(fileOf(_id), { force: true }),
    close: () => {},
  }
}

async function write(file: string, content: Buffer | string) {
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(content)
  } finally {
    await handle.close()
  }
}

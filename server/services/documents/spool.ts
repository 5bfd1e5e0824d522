import { createHash, randomUUID } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

import { createFolder } from '../../database/create-folder.ts'

export type Spooled = Awaited<ReturnType<typeof spool>>

/**
 * Writes a stream to a temporary file, because an S3 request needs length and hash before the first
 * byte. The file has no name: it disappears when it is closed, or when the process ends.
 */
export async function spool(bytes: AsyncIterable<Buffer>, folder: string) {
  createFolder(folder)
  const path = join(folder, `${randomUUID()}.spool`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of bytes) {
      await file.writeFile(chunk)
      hash.update(chunk)
      size += chunk.length
    }
    return {
      size,
      sha256: hash.digest('hex'),
      /** The bytes from the start, any number of times. */
      read: () => readAll(file, size),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function* readAll(file: FileHandle, size: number) {
  for (let position = 0; position < size;) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(chunkSize), position })
    if (bytesRead === 0) throw new Error('The spooled file is too short')
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

const chunkSize = 64 * 1024

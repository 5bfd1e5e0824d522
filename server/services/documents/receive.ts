import { randomInt } from 'node:crypto'
import type { Readable } from 'node:stream'

import { documentMessages } from '../../../contract/document/document-messages.ts'
import { PublicError, publicConflict } from '../domain-error.ts'
import { addPart, type UploadContext, type UploadRow } from './upload-rows.ts'

/**
 * Milliseconds after which a part ends, on a slow connection. A killed process loses only the bytes
 * of the last part.
 */
const longestPart = 10_000

/** The uploads that this process is receiving, by the hash of the key. */
const receiving = new Map<string, { source: Readable; done: Promise<unknown> }>()

/** Ends the receiving of an upload, because its connection may be dead. What has arrived is kept. */
export async function stopReceiving(keyHash: string) {
  for (let current; (current = receiving.get(keyHash));) {
    current.source.destroy()
    await current.done.catch(() => {})
  }
}

/** Runs `work`, which reads from `source`, once nothing else receives the same upload. */
export async function receiveAlone<T>(keyHash: string, source: Readable, work: () => Promise<T>) {
  await stopReceiving(keyHash)
  const current = { source, done: work() }
  receiving.set(keyHash, current)
  try {
    return await current.done
  } finally {
    if (receiving.get(keyHash) === current) receiving.delete(keyHash)
  }
}

/**
 * Stores the bytes of a stream as parts of an upload, and moves its offset after each part. A cut
 * connection ends the stream like the last byte. `row` is changed to what is stored.
 */
export async function receive(
  { db, documentStore }: UploadContext,
  row: UploadRow,
  source: Readable,
): Promise<PublicError | undefined> {
  const incoming = new Incoming(source, row.size - row.received)
  try {
    while (await incoming.hasMore()) {
      const name = newPartName(row._id)
      const size = await documentStore.put(name, incoming.part())
      if (await addPart(db, row, { name, size })) continue
      await documentStore.remove(name)
      return wrongOffset()
    }
    return incoming.isTooLong ? tooLong() : undefined
  } catch (error) {
    if (incoming.isTooLong) return tooLong()
    throw error
  } finally {
    await incoming.discard()
  }
}

/** A name that no other process uses, because the one of another may be acknowledged. */
function newPartName(_id: string) {
  return `${_id}.${randomInt(2 ** 48 - 1)}`
}

export const wrongOffset = () =>
  publicConflict('Another part of this file is expected. Please try again.')

const tooLong = () => new PublicError('too_large', documentMessages.longer)

/** Bytes that arrive, of which at most `left` are allowed. */
class Incoming {
  readonly #source: Readable
  readonly #chunks: AsyncIterator<Buffer>
  #left: number
  #next: Buffer | undefined
  isTooLong = false

  constructor(source: Readable, left: number) {
    this.#source = source
    this.#chunks = source.iterator({ destroyOnReturn: false })
    this.#left = left
  }

  /** Waits for the next bytes. False at the end, on a broken connection, and after too many bytes. */
  async hasMore() {
    if (this.#next || this.isTooLong) return !this.isTooLong
    const { value } = await this.#chunks.next().catch(() => ({ value: undefined }))
    this.#left -= value?.length ?? 0
    this.isTooLong = this.#left < 0
    this.#next = this.isTooLong ? undefined : value
    return this.#next !== undefined
  }

  /** The bytes of one part. Fails if more bytes arrive than are allowed, so that none is stored. */
  async *part() {
    const end = performance.now() + longestPart
    do {
      const next = this.#next!
      this.#next = undefined
      yield next
    } while (performance.now() < end && (await this.hasMore()))
    if (this.isTooLong) throw new Error('More bytes arrive than were announced')
  }

  /** Reads the rest, so that the connection can be used again. */
  async discard() {
    await this.#chunks.return?.()
    this.#source.resume()
  }
}

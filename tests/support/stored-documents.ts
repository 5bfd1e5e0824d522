import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import type { DocumentStore } from '../../server/services/documents/document-store.ts'

/** The bytes of a file; undefined if the store does not have it. */
export async function bytesIn(store: DocumentStore, name: string) {
  const found = await store.get(name)
  return found && buffer(found.bytes)
}

export async function namesIn(store: DocumentStore) {
  const names: string[] = []
  for await (const { name } of store.list()) names.push(name)
  return names.toSorted()
}

/** Writes a file into a store, over one that is there. */
export const writeFileIn = (store: DocumentStore, name: string, bytes: Buffer) =>
  store.put(name, Readable.from([bytes]))

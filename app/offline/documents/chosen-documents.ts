import type { UploadPurpose } from '../../../contract/intake/paper-kinds.ts'
import { randomKey } from '../../lib/random-key.ts'
import { committed, idbDatabase, resultOf, updateIn } from '../idb-store.ts'
import { storeName } from '../register-worker.ts'
import type { PhotoPlace } from './photos-to-pdf.ts'
import type { UploadProgress } from './upload.ts'

/** A file that an applicant has chosen on this phone, without its bytes. */
export interface ChosenDocument {
  id: string
  /** The `id` of the application that it belongs to. */
  application: string
  /** The field of the submission that gets the upload key. */
  field: string
  purpose: UploadPurpose
  name: string
  /** Bytes to send. */
  size: number
  /** Photos in the file; empty for a file that goes as it was chosen. */
  photos: PhotoPlace[]
  /** Changes when another file is chosen in its place. */
  version: string
  /** Time of the choice in milliseconds since 1970. */
  at: number
  /** Null before the upload begins. All bytes have arrived if `offset` is `size`. */
  upload: UploadProgress | null
  /** True if this browser could not store the file: closing the page loses it. */
  isInMemory?: true
}

/** Without its application, a document is deleted after this long (ms): it belongs to no draft. */
const orphanAge = 86_400_000

const [documents, contents] = ['documents', 'contents'] as const
const begin = idbDatabase(documents, [documents, contents])
const channel = new BroadcastChannel(storeName)

/** Files that this browser could not store, by the id of the document. */
const inMemory = new Map<string, { document: ChosenDocument; bytes: ArrayBuffer }>()

export function newDocument(
  application: string,
  kind: Pick<ChosenDocument, 'field' | 'purpose'>,
  { name, bytes, photos }: { name: string; bytes: ArrayBuffer; photos: PhotoPlace[] },
): ChosenDocument {
  return {
    ...kind,
    id: `${application} ${kind.field}`,
    application,
    name,
    size: bytes.byteLength,
    photos,
    version: randomKey(),
    at: Date.now(),
    upload: null,
  }
}

/** All documents on this phone and in the memory of this page. */
export async function readDocuments(): Promise<ChosenDocument[]> {
  const held = Array.from(inMemory.values(), ({ document }) => document)
  const stored = await readStored().catch(() => [])
  return [...held, ...stored.filter(({ id }) => !inMemory.has(id))]
}

async function readStored(): Promise<ChosenDocument[]> {
  return resultOf((await begin('readonly')).objectStore(documents).getAll())
}

export async function readContent({ id }: ChosenDocument): Promise<ArrayBuffer | undefined> {
  const held = inMemory.get(id)
  if (held) return held.bytes
  const content = (await begin('readonly')).objectStore(contents).get(id)
  return (await resultOf<{ bytes: ArrayBuffer } | undefined>(content))?.bytes
}

/** Stores a document in place of an earlier one, in memory if this browser cannot store it. */
export async function storeDocument(document: ChosenDocument, bytes: ArrayBuffer) {
  try {
    const transaction = await begin('readwrite')
    transaction.objectStore(documents).put(document)
    transaction.objectStore(contents).put({ id: document.id, bytes })
    await committed(transaction)
    inMemory.delete(document.id)
  } catch {
    inMemory.set(document.id, { document: { ...document, isInMemory: true }, bytes })
  }
  announce(document.id)
}

/** Stores how much has been sent, unless another file was chosen meanwhile. */
export async function storeProgress(
  { id, version }: ChosenDocument,
  upload: ChosenDocument['upload'],
) {
  const change = (entry: ChosenDocument | undefined) =>
    entry?.version === version ? { ...entry, upload } : entry
  const held = inMemory.get(id)
  if (held) inMemory.set(id, { ...held, document: change(held.document)! })
  else {
    const transaction = await begin('readwrite')
    updateIn(transaction.objectStore(documents), id, change)
    await committed(transaction)
  }
  announce(id)
}

export async function deleteDocuments(unwanted: Pick<ChosenDocument, 'id'>[]) {
  if (unwanted.length === 0) return
  const held = unwanted.filter(({ id }) => inMemory.delete(id))
  try {
    const transaction = await begin('readwrite')
    for (const { id } of unwanted) {
      transaction.objectStore(documents).delete(id)
      transaction.objectStore(contents).delete(id)
    }
    await committed(transaction)
  } catch (error) {
    if (held.length < unwanted.length) throw error
  }
  announce('')
}

export async function deleteDocumentsOf(application: string) {
  const all = await readDocuments()
  await deleteDocuments(all.filter((document) => document.application === application))
}

/** Deletes documents whose application is no longer on this phone. */
export async function deleteOrphans(all: ChosenDocument[], applications: { id: string }[]) {
  const known = new Set(applications.map(({ id }) => id))
  const isOld = ({ at }: ChosenDocument) => Math.abs(Date.now() - at) > orphanAge
  await deleteDocuments(all.filter((one) => !known.has(one.application) && isOld(one)))
}

function announce(id: string) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, unlike a window, has no target origin
  channel.postMessage(id)
}

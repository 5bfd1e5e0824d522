import type { Payload } from '../forms/payload.ts'
import type { ErrorMessage } from '../../contract/language/translate.ts'
import type { FormErrors } from '../forms/use-form.ts'
import { randomKey } from '../lib/random-key.ts'
import { deleteDocumentsOf } from './documents/chosen-documents.ts'
import { idbStore } from './idb-store.ts'
import { storeName } from './register-worker.ts'
import type { LastReply } from './replies.ts'
import { lockDraft } from './web-lock.ts'

/** Application whose answers are on this phone. Times are milliseconds since 1970. */
interface Answers {
  id: string
  /** Idempotency key. Every attempt to send uses it, from any tab and from the service worker. */
  key: string
  values: Payload
  /** Time of the last change. */
  at: number
}

export interface Draft extends Answers {
  state: 'draft'
  /** The server's errors, if it has refused the application. */
  refusal: FormErrors | null
}

/** What the send queue knows of its attempts. */
interface Queued extends Answers {
  /** Number of failed attempts. */
  tries: number
  /** Earliest time of the next attempt. */
  notBefore: number
  /** The reply to the last attempt, as phones have stored it since the first version. */
  met: 'nobody' | { said: ErrorMessage }
}

/** Application in the send queue. */
export interface QueuedApplication extends Queued {
  state: 'waiting'
}

/**
 * Paper that the status page sends: the proof of its application, the purpose and the field of its file.
 * It stays after a refusal, so that no file is lost, and is deleted when the server has it.
 */
export interface QueuedPaper extends Queued {
  state: 'paper'
  /** The server's error, if it has refused the paper; null while it is in the send queue. */
  refusal: FormErrors | null
}

export type QueueEntry = QueuedApplication | QueuedPaper

/** Application that the server has received. Its answers are no longer on this phone. */
export interface ReceivedApplication {
  state: 'received'
  /** The reference ID. */
  id: string
  /** The `id` that the application had as a draft. */
  was: string
  at: number
  /** True if its analytics event has not been sent yet. The name is stored on phones. */
  untold?: boolean
}

export type SavedApplication = Draft | QueuedApplication | ReceivedApplication
type SavedEntry = SavedApplication | QueuedPaper

/** The phone deletes drafts and saved reference IDs after this many days. */
export const retentionDays = 60

/** Times before this day come from a phone with a wrong clock: the form did not exist yet. */
const firstDay = Date.UTC(2025, 8)

const store = idbStore<SavedEntry>(storeName)
const channel = new BroadcastChannel(storeName)

export function newDraft(): Draft {
  const [id, key] = [randomKey(), randomKey()]
  return { state: 'draft', id, key, values: {}, at: Date.now(), refusal: null }
}

/** Reads the applications, the oldest first, and deletes the expired entries. */
export async function readSavedApplications(): Promise<SavedApplication[]> {
  return (await readSavedEntries()).filter((entry) => entry.state !== 'paper')
}

/** Reads the applications and the papers. */
export async function readSavedEntries(): Promise<SavedEntry[]> {
  const entries = await store.all()
  const expired = entries.filter(isExpired)
  for (const { id } of expired) {
    // If the disk is full, the deletion fails, but the other entries can still be read.
    await store.update(id, deleteOrRedate).catch(() => {})
  }
  // Phone browsers of 2022 lack `toSorted`.
  return entries
    .filter((entry) => entry.at < firstDay || !expired.includes(entry))
    .sort((a, b) => a.at - b.at)
}

function isExpired({ state, at }: SavedEntry) {
  return state !== 'waiting' && at < Date.now() - retentionDays * 86_400_000
}

/** Deletes an expired entry, unless another tab has changed it. A wrong time is set to now. */
function deleteOrRedate(entry: SavedEntry | undefined) {
  if (!entry || !isExpired(entry)) return entry
  return entry.at < firstDay ? { ...entry, at: Date.now() } : undefined
}

/** Saves a draft, unless the application is in the send queue. */
export async function saveDraft(draft: Draft) {
  await update(draft.id, (entry) => (entry && entry.state !== 'draft' ? entry : draft))
}

/** Puts a draft into the send queue. It stays there until it is received, refused or removed. */
export async function enqueue({ id, key }: Draft, values: Payload) {
  await update(id, (entry) => toQueued(entry?.state === 'draft' ? entry : { id, key }, values))
}

export function toQueued(
  { id, key }: Pick<Draft, 'id' | 'key'>,
  values: Payload,
): QueuedApplication {
  const at = Date.now()
  return { state: 'waiting', id, key, values, at, tries: 0, notBefore: 0, met: 'nobody' }
}

export function lastReplyOf({ met }: Pick<Queued, 'met'>): LastReply {
  return met === 'nobody' ? 'none' : { message: met.said }
}

export function storedReply(reply: LastReply): Queued['met'] {
  return reply === 'none' ? 'nobody' : { said: reply.message }
}

/** Puts the upload keys of documents into a queued entry. Does nothing if it was changed. */
export async function storeUploadKeys(sent: QueueEntry, values: Payload) {
  await update(sent.id, (entry) => (isUnchanged(entry, sent) ? { ...entry, values } : entry))
}

/** Puts a paper into the send queue, in place of an earlier one with this id. */
export async function enqueuePaper({ id, values }: Pick<QueuedPaper, 'id' | 'values'>) {
  const { state: _, ...queued } = toQueued({ id, key: randomKey() }, values)
  await update(id, () => ({ ...queued, state: 'paper', refusal: null }))
}

/** Deletes what the server has, and its documents, unless it was changed after sending. */
export async function removeSent(sent: QueueEntry) {
  let isGone = false
  await update(sent.id, (entry) => {
    isGone = isUnchanged(entry, sent)
    return isGone ? undefined : entry
  })
  if (isGone) await deleteDocumentsOf(sent.id)
}

/** Keeps a refused paper on this phone, out of the send queue. */
export async function markPaperRefused(sent: QueuedPaper, refusal: FormErrors) {
  await update(sent.id, (entry) => (isUnchanged(entry, sent) ? { ...entry, refusal } : entry))
}

export function isWaiting(entry: SavedEntry): entry is QueueEntry {
  return entry.state === 'waiting' || (entry.state === 'paper' && entry.refusal === null)
}

/** True if an entry is still in the queue with the same answers. */
export async function isQueued(sent: QueueEntry) {
  return (await store.all()).some((entry) => isUnchanged(entry, sent))
}

/** Takes an application out of the send queue, so that the user can change it. */
export async function dequeue({ id }: Pick<QueuedApplication, 'id'>) {
  await update(id, (entry) => (entry?.state === 'waiting' ? toDraft(entry, null) : entry))
}

/** Deletes an application or a paper, and its documents from this phone. */
export async function remove({ id }: Pick<SavedEntry, 'id'>) {
  await update(id, () => undefined)
  await deleteDocumentsOf(id)
}

/** Deletes an application even if it is open in another tab. */
export async function discard(application: SavedApplication) {
  const lock = lockDraft(application.id, { steal: true })
  await lock.isGranted
  lock.release()
  await remove(application)
}

/** Stores the reference ID and deletes answers and documents, unless they were changed after sending. */
export async function markReceived(sent: QueuedApplication, referenceId: string) {
  const received = { state: 'received', id: referenceId, was: sent.id, at: Date.now() } as const
  await store.update(referenceId, (entry) => ({
    ...received,
    untold: entry?.state !== 'received' || entry.untold === true,
  }))
  await removeSent(sent)
}

/** True for the first caller only: it must send the analytics event of a received application. */
export async function claimEvent({ id }: SavedApplication) {
  let isFirst = false
  await store.update(id, (entry) => {
    if (entry?.state !== 'received') return entry
    isFirst = entry.untold === true
    return { ...entry, untold: false }
  })
  return isFirst
}

/** Makes a refused application a draft again. After a reply 409 it gets a new idempotency key. */
export async function markRefused(sent: QueuedApplication, refusal: FormErrors) {
  await update(sent.id, (entry) => {
    if (!isUnchanged(entry, sent)) return entry
    return { ...toDraft(entry, refusal), ...(refusal.newKey && { key: randomKey() }) }
  })
}

export async function postpone(
  sent: QueueEntry,
  attempt: Pick<Queued, 'tries' | 'notBefore' | 'met'>,
) {
  await update(sent.id, (entry) => (isUnchanged(entry, sent) ? { ...entry, ...attempt } : entry))
}

/** Calls `listener` after every change by a tab or by the service worker. */
export function onChange(listener: () => void) {
  const receiver = new BroadcastChannel(storeName)
  receiver.addEventListener('message', listener)
  return () => receiver.close()
}

async function update(
  id: string,
  change: (entry: SavedEntry | undefined) => SavedEntry | undefined,
) {
  await store.update(id, change)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, unlike a window, has no target origin
  channel.postMessage(id)
}

function toDraft({ id, key, values }: QueuedApplication, refusal: FormErrors | null): Draft {
  return { state: 'draft', id, key, values, at: Date.now(), refusal }
}

/** True if the entry is still in the queue with the answers that were sent. */
function isUnchanged<Sent extends QueueEntry>(
  entry: SavedEntry | undefined,
  sent: Sent,
): entry is Sent {
  return entry?.state === sent.state && entry.at === sent.at
}

import type { Payload } from '../forms/payload.ts'
import type { FormErrors } from '../forms/use-form.ts'
import { randomKey } from '../lib/random-key.ts'
import { idbStore } from './idb-store.ts'
import { storeName } from './register-worker.ts'

/** An application whose answers are on this phone. Times are milliseconds since 1970. */
interface Answers {
  id: string
  /** The idempotency key: the same for every try, from every tab and from the service worker. */
  key: string
  values: Payload
  /** Time of the last change. */
  at: number
}

export interface Draft extends Answers {
  state: 'draft'
  /** The server's errors, if the application was sent and refused. */
  refusal: FormErrors | null
}

/** In the send queue. */
export interface QueuedApplication extends Answers {
  state: 'waiting'
  /** Number of failed tries. */
  tries: number
  /** Earliest time of the next try. */
  notBefore: number
  /** Result of the last try: no answer, or the sentence of a server that asked to wait. */
  met: 'nobody' | { said: string }
}

/** The server has it; the answers are no longer on this phone. */
export interface ReceivedApplication {
  state: 'received'
  /** The reference ID. */
  id: string
  /** The `id` of its draft. */
  was: string
  at: number
  /** Whether its analytics event has not been sent (app/lib/track.ts). */
  untold?: boolean
}

export type SavedApplication = Draft | QueuedApplication | ReceivedApplication

/** The phone deletes drafts and saved reference IDs after this many days. */
export const retentionDays = 60

/** An older time comes from a phone whose clock was wrong: the form did not exist before. */
const firstDay = Date.UTC(2025, 8)

const store = idbStore<SavedApplication>(storeName)
const channel = new BroadcastChannel(storeName)

export function newDraft(): Draft {
  const [id, key] = [randomKey(), randomKey()]
  return { state: 'draft', id, key, values: {}, at: Date.now(), refusal: null }
}

/** All entries, the oldest first, without the expired ones, which are deleted. */
export async function readSavedApplications(): Promise<SavedApplication[]> {
  const entries = await store.all()
  const expired = entries.filter(isExpired)
  for (const { id } of expired) {
    // A full disk must not hide the other entries.
    await store.update(id, deleteOrRedate).catch(() => {})
  }
  // Phones of 2022 lack `toSorted`.
  return entries
    .filter((entry) => entry.at < firstDay || !expired.includes(entry))
    .sort((a, b) => a.at - b.at)
}

function isExpired({ state, at }: SavedApplication) {
  return state !== 'waiting' && at < Date.now() - retentionDays * 86_400_000
}

/** Another tab may have changed the entry since it was read. A wrong date starts to count today. */
function deleteOrRedate(entry: SavedApplication | undefined) {
  if (!entry || !isExpired(entry)) return entry
  return entry.at < firstDay ? { ...entry, at: Date.now() } : undefined
}

/** Saves a draft, unless it is in the send queue. */
export async function saveDraft(draft: Draft) {
  await update(draft.id, (entry) => (entry && entry.state !== 'draft' ? entry : draft))
}

/** Puts a draft into the send queue, where it stays until it is received, refused or removed. */
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

/** Takes an application out of the send queue, to be changed. */
export async function dequeue({ id }: QueuedApplication) {
  await update(id, (entry) => (entry?.state === 'waiting' ? toDraft(entry, null) : entry))
}

export async function remove({ id }: SavedApplication) {
  await update(id, () => undefined)
}

/** Stores the reference ID. A draft that was changed after sending stays. */
export async function markReceived(sent: QueuedApplication, referenceId: string) {
  const received = { state: 'received', id: referenceId, was: sent.id, at: Date.now() } as const
  await store.update(referenceId, (entry) => ({
    ...received,
    untold: entry?.state !== 'received' || entry.untold === true,
  }))
  await update(sent.id, (entry) => (isUnchanged(entry, sent) ? undefined : entry))
}

/** True for the one page that is to send the analytics event of a received application. */
export async function claimEvent({ id }: SavedApplication) {
  let isFirst = false
  await store.update(id, (entry) => {
    if (entry?.state !== 'received') return entry
    isFirst = entry.untold === true
    return { ...entry, untold: false }
  })
  return isFirst
}

/** Makes a refused application a draft again; after a conflict it needs a new idempotency key. */
export async function markRefused(
  sent: QueuedApplication,
  refusal: FormErrors,
  { newKey }: { newKey: boolean },
) {
  await update(sent.id, (entry) => {
    if (!isUnchanged(entry, sent)) return entry
    return { ...toDraft(entry, refusal), ...(newKey && { key: randomKey() }) }
  })
}

export async function postpone(
  sent: QueuedApplication,
  notBefore: number,
  met: QueuedApplication['met'],
) {
  await update(sent.id, (entry) =>
    isUnchanged(entry, sent) ? { ...entry, tries: entry.tries + 1, notBefore, met } : entry,
  )
}

/** Calls `listener` after every change, by any tab or by the service worker. */
export function onChange(listener: () => void) {
  const receiver = new BroadcastChannel(storeName)
  receiver.addEventListener('message', listener)
  return () => receiver.close()
}

async function update(
  id: string,
  change: (entry: SavedApplication | undefined) => SavedApplication | undefined,
) {
  await store.update(id, change)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
  channel.postMessage(id)
}

function toDraft({ id, key, values }: QueuedApplication, refusal: FormErrors | null): Draft {
  return { state: 'draft', id, key, values, at: Date.now(), refusal }
}

/** Whether the entry is still queued as it was sent. */
function isUnchanged(
  entry: SavedApplication | undefined,
  sent: QueuedApplication,
): entry is QueuedApplication {
  return entry?.state === 'waiting' && entry.at === sent.at
}

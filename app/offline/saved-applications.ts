import type { Payload } from '../forms/payload.ts'
import type { FormErrors } from '../forms/use-form.ts'
import { randomKey } from '../lib/random-key.ts'
import { storeName } from './register-worker.ts'
import { phoneStore } from './idb-store.ts'

/** An application whose answers are on this phone. Times are milliseconds since 1970. */
interface Answers {
  id: string
  /** The idempotency key: the same for every try, from whichever tab or worker. */
  key: string
  values: Payload
  /** When it was changed last. */
  at: number
}

/** It is being filled in. */
export interface Draft extends Answers {
  state: 'draft'
  /** What the server had against it when it was sent. */
  refusal: FormErrors | null
}

/** It goes out by itself. */
export interface Waiting extends Answers {
  state: 'waiting'
  /** How often it was tried. */
  tries: number
  /** No try before. */
  notBefore: number
  /** What the last try met: nobody, or a server that asked to wait, perhaps in a sentence. */
  met: 'nobody' | { said: string }
}

/** The server has it; the answers are gone from this phone. */
export interface Received {
  state: 'received'
  /** The reference ID. */
  id: string
  /** Which application of this phone it was. */
  was: string
  at: number
  /** Whether a page has still to tell of it, once for each application (app/lib/track.ts). */
  untold?: boolean
}

export type Kept = Draft | Waiting | Received

/** For how long answers stay that nobody sends or clears, and reference IDs that nobody removes. */
export const daysKept = 60

/** What is older was written while the phone's clock had stopped: there was no such form before. */
const firstDay = Date.UTC(2025, 8)

const store = phoneStore<Kept>(storeName)
const channel = new BroadcastChannel(storeName)

export function newDraft(): Draft {
  const [id, key] = [randomKey(), randomKey()]
  return { state: 'draft', id, key, values: {}, at: Date.now(), refusal: null }
}

/** All that is kept, the oldest first. What is too old goes. */
export async function keptApplications(): Promise<Kept[]> {
  const all = await store.all()
  const outdated = all.filter(isOutdated)
  for (const { id } of outdated) {
    // What cannot be removed now must not keep the rest from being read.
    await store.update(id, renewed).catch(() => {})
  }
  // Phones of 2022 lack `toSorted`.
  return all
    .filter((kept) => kept.at < firstDay || !outdated.includes(kept))
    .sort((a, b) => a.at - b.at)
}

function isOutdated({ state, at }: Kept) {
  return state !== 'waiting' && at < Date.now() - daysKept * 86_400_000
}

/**
 * What stays of it: all, where another tab or the worker has changed it since it was read. Where the
 * clock had stopped, its days count from now on.
 */
function renewed(kept: Kept | undefined) {
  if (!kept || !isOutdated(kept)) return kept
  return kept.at < firstDay ? { ...kept, at: Date.now() } : undefined
}

/** Keeps the named ones of a form's values; all of them where nothing was kept yet. */
export async function keepAnswers(draft: Draft, values: Payload, names: Iterable<string>) {
  await update(draft.id, (kept) => {
    if (!kept) return { ...draft, values }
    if (kept.state !== 'draft') return kept
    const changed = { ...kept.values }
    for (const name of names) changed[name] = values[name] ?? ''
    return { ...kept, values: changed, at: draft.at }
  })
}

/** From now on it goes out by itself, until it is received, refused, changed or discarded. */
export async function queue({ id, key }: Draft, values: Payload) {
  await update(id, (kept) => waitingOf(kept?.state === 'draft' ? kept : { id, key }, values))
}

/** What a draft becomes that is to go out. */
export function waitingOf({ id, key }: Pick<Draft, 'id' | 'key'>, values: Payload): Waiting {
  const at = Date.now()
  return { state: 'waiting', id, key, values, at, tries: 0, notBefore: 0, met: 'nobody' }
}

/** Takes one that waits back into the form. */
export async function change({ id }: Waiting) {
  await update(id, (kept) => (kept?.state === 'waiting' ? draftOf(kept, null) : kept))
}

export async function forget({ id }: Kept) {
  await update(id, () => undefined)
}

/** The server has it, even if it has been changed or discarded meanwhile. */
export async function receive(sent: Waiting, referenceId: string) {
  const received = { state: 'received', id: referenceId, was: sent.id, at: Date.now() } as const
  await store.update(referenceId, (kept) => ({
    ...received,
    untold: kept?.state !== 'received' || kept.untold === true,
  }))
  await update(sent.id, (kept) => (isSame(kept, sent) ? undefined : kept))
}

/** Whether nobody has told of a received one; who asks first does. */
export async function claim({ id }: Kept) {
  let first = false
  await store.update(id, (kept) => {
    if (kept?.state !== 'received') return kept
    first = kept.untold === true
    return { ...kept, untold: false }
  })
  return first
}

/** Back into the form with what is wrong; a conflict uses its key up. */
export async function refuse(sent: Waiting, refusal: FormErrors, { newKey }: { newKey: boolean }) {
  await update(sent.id, (kept) => {
    if (!isSame(kept, sent)) return kept
    return { ...draftOf(kept, refusal), ...(newKey && { key: randomKey() }) }
  })
}

export async function postpone(sent: Waiting, notBefore: number, met: Waiting['met']) {
  await update(sent.id, (kept) =>
    isSame(kept, sent) ? { ...kept, tries: kept.tries + 1, notBefore, met } : kept,
  )
}

/** Hears of every change, whichever tab or worker makes it. */
export function onChange(listener: () => void) {
  const ear = new BroadcastChannel(storeName)
  ear.addEventListener('message', listener)
  return () => ear.close()
}

async function update(id: string, change: (kept: Kept | undefined) => Kept | undefined) {
  await store.update(id, change)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
  channel.postMessage(id)
}

function draftOf({ id, key, values }: Waiting, refusal: FormErrors | null): Draft {
  return { state: 'draft', id, key, values, at: Date.now(), refusal }
}

/** Whether it still waits as it was sent. */
function isSame(kept: Kept | undefined, sent: Waiting): kept is Waiting {
  return kept?.state === 'waiting' && kept.at === sent.at
}

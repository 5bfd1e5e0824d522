import { describeError } from '../../database/connection-errors.ts'
import type { Database } from '../../database/tables.ts'
import { now } from '../ids.ts'
import { scan } from './clamd.ts'
import type { DocumentStore } from './document-store.ts'
import {
  changeClaimed,
  claimNext,
  queueUnchecked,
  refusedInQueue,
  uncheckQueued,
  type Claimed,
} from './scan-queue.ts'

/** The timing of the scan worker, in milliseconds. */
export interface ScanTiming {
  /** Polling interval, for documents that other processes have received or did not finish. */
  tick: number
  /** Time until a claim of a document expires. It is longer than a scan can take. */
  lease: number
  silence: number
  total: number
  /** The shortest and the longest pause before a failed scan is repeated. */
  shortestPause: number
  longestPause: number
}

const second = 1000
const usual: ScanTiming = {
  tick: 5 * second,
  lease: 180 * second,
  silence: 60 * second,
  total: 120 * second,
  shortestPause: 5 * second,
  longestPause: 600 * second,
}

interface Parts {
  db: Database
  store: DocumentStore
  /** The setting CLAMD; undefined if no virus scanner is set up. */
  clamd: string | undefined
  /** Called when a virus was found. */
  onVirus: (_id: string, name: string) => void
  /** Called when a document cannot be scanned, for a reason of its own. */
  onFailure: (_id: string, reason: string) => void
  /** Called when no document can be scanned. The reason is undefined once they can again. */
  onOutage: (reason: string | undefined) => void
  timing?: Partial<ScanTiming>
}

export type ScanWorker = ReturnType<typeof startScanWorker>

const workers = new WeakMap<Database, () => void>()

/** Scans new documents soon. Call this after the commit of a document in state `scanning`. */
export function wakeScanWorker(db: Database) {
  workers.get(db)?.()
}

/**
 * Scans documents for viruses, one at a time. Any number of processes can run a worker: each claims
 * a document for the length of a lease. At its start, the worker queues documents that were never
 * scanned. Without a virus scanner it empties the queue instead, and ends.
 */
export function startScanWorker({ db, store, clamd, ...parts }: Parts) {
  const timing = { ...usual, ...parts.timing }
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let isWoken = false
  let isPrepared = false
  let isStopped = false
  let outage: string | undefined

  const timer = setInterval(wake, timing.tick)
  workers.set(db, wake)
  wake()

  return { wake, stop }

  function wake() {
    if (isStopped) return
    isWoken = true
    running ??= scanAllDue()
      .catch(reportOutage)
      .finally(() => {
        running = undefined
        if (isWoken) wake()
      })
  }

  /** Interrupts the scan in progress. The document stays in the queue. */
  async function stop() {
    isStopped = true
    clearInterval(timer)
    stopping.abort()
    await running
  }

  async function scanAllDue() {
    while (isWoken && !isStopped) {
      isWoken = false
      if (!isPrepared) await prepare()
      if (isStopped || clamd === undefined) return
      const claimed = await claimNext(db, timing.lease)
      if (!claimed) continue
      try {
        await attempt(claimed, clamd)
      } catch (error) {
        // Store or clamd are away, so that the scan of other documents would fail, too.
        reportOutage(error)
        await postpone(claimed)
        return
      }
      reportOutage(undefined)
      isWoken = true
    }
  }

  async function prepare() {
    if (clamd === undefined) {
      for (const refused of await refusedInQueue(db)) await deleteBytes(refused)
      await uncheckQueued(db)
      isStopped = true
      clearInterval(timer)
    } else {
      await queueUnchecked(db)
    }
    isPrepared = true
  }

  async function attempt(claimed: Claimed, address: string) {
    const { _id, state } = claimed
    if (state === 'refused') return deleteBytes(claimed)
    const file = await store.get(_id)
    if (!file) return fail(claimed, 'its bytes are missing')
    const limits = { ...timing, signal: stopping.signal }
    const verdict = await scan(address, file.bytes, limits).finally(() => file.bytes.destroy())
    if (verdict.result === 'error') return fail(claimed, verdict.reply)
    if (verdict.result === 'clean') {
      return changeClaimed(db, claimed, { state: 'clean', scanAt: null })
    }
    parts.onVirus(_id, verdict.name)
    // The document stays in the queue until its bytes are deleted.
    const isRefused = await changeClaimed(db, claimed, { state: 'refused' })
    return isRefused && deleteBytes(claimed)
  }

  async function fail(claimed: Claimed, reason: string) {
    if (await postpone(claimed)) parts.onFailure(claimed._id, reason)
  }

  async function deleteBytes(refused: Claimed) {
    await store.remove(refused._id)
    await changeClaimed(db, refused, { scanAt: null })
  }

  /** The pause grows with the age of the document, so it doubles with each attempt. */
  function postpone(claimed: Claimed) {
    const age = Date.now() - Date.parse(claimed.createdAt)
    const pause = Math.min(Math.max(age, timing.shortestPause), timing.longestPause)
    return changeClaimed(db, claimed, { scanAt: now(pause) })
  }

  /** Reports the begin of each outage and its end. */
  function reportOutage(error: unknown) {
    const reason = error === undefined ? undefined : describeError(error)
    if (reason !== outage && !isStopped) parts.onOutage(reason)
    outage = reason
  }
}

import type { Database } from '../../database/tables.ts'
import { runWrite } from '../../database/transaction.ts'
import { now } from '../ids.ts'
import { updateRows } from '../rows.ts'
import type { JobFunction } from '../job-loop.ts'
import { scan, type ClamdLimits } from './clamd.ts'
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
export interface ScanTiming extends ClamdLimits {
  /** Time until a claim of a document expires. It is longer than a scan can take. */
  lease: number
  /** The shortest and the longest pause before a failed scan is repeated. */
  shortestPause: number
  longestPause: number
}

const second = 1000
const usual: ScanTiming = {
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
  timing?: Partial<ScanTiming>
}

/**
 * Creates the job that scans documents for viruses, one in each run. Any number of processes can run it:
 * each claims a document for the length of a lease. The first run queues documents that were never
 * scanned. Without a virus scanner it empties the queue instead, and later runs do nothing.
 */
export function scanWorker(parts: Parts): JobFunction {
  const { db, clamd } = parts
  const timing = { ...usual, ...parts.timing }
  let isPrepared = false
  /** Why no document can be scanned: store or clamd are away. Runs fail until one is scanned. */
  let outage: unknown

  return async (signal) => {
    if (!isPrepared) await prepare(parts)
    isPrepared = true
    if (clamd === undefined) return 0
    const claimed = await claimNext(db, timing.lease)
    if (claimed) {
      try {
        await scanClaimed(parts, claimed, clamd, { ...timing, signal })
        outage = undefined
        return 1
      } catch (error) {
        outage = error
        await postpone(db, claimed, timing)
      }
    }
    if (outage !== undefined) throw outage
    return 0
  }
}

async function prepare({ db, store, clamd }: Parts) {
  if (clamd !== undefined) return queueUnchecked(db)
  for (const refused of await refusedInQueue(db)) await deleteBytes({ db, store }, refused)
  return uncheckQueued(db)
}

/** Rejects if store or clamd are away, so that the scan of other documents would fail, too. */
async function scanClaimed(parts: Parts, claimed: Claimed, clamd: string, limits: ScanTiming) {
  const { db, store, onVirus, onFailure } = parts
  const { _id, state } = claimed
  if (state === 'refused') return deleteBytes({ db, store }, claimed)
  const file = await store.get(_id)
  const verdict = file
    ? await scan(clamd, file.bytes, limits).finally(() => file.bytes.destroy())
    : { result: 'error' as const, reply: 'its bytes are missing' }
  if (verdict.result === 'error') {
    if (await postpone(db, claimed, limits)) onFailure(_id, verdict.reply)
  } else if (verdict.result === 'clean') {
    await changeClaimed(db, claimed, { state: 'clean', scanAt: null })
  } else {
    onVirus(_id, verdict.name)
    // The document stays in the queue until its bytes are deleted.
    const isRefused = await changeClaimed(db, claimed, { state: 'refused' })
    if (!isRefused) return
    // A paper is to be sent again.
    const returned = { state: 'returned', reason: 'other' } as const
    await runWrite(db, (writer) => updateRows(writer, 'papers', { document: _id }, returned))
    await deleteBytes({ db, store }, claimed)
  }
}

async function deleteBytes({ db, store }: Pick<Parts, 'db' | 'store'>, refused: Claimed) {
  await store.remove(refused._id)
  await changeClaimed(db, refused, { scanAt: null })
}

/** The pause grows with the age of the document, so it doubles with each attempt. */
function postpone(db: Database, claimed: Claimed, { shortestPause, longestPause }: ScanTiming) {
  const age = Date.now() - Date.parse(claimed.createdAt)
  return changeClaimed(db, claimed, {
    scanAt: now(Math.min(Math.max(age, shortestPause), longestPause)),
  })
}

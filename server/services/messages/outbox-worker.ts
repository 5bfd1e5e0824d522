import { setTimeout as sleep } from 'node:timers/promises'

import type { Updateable } from 'kysely'

import type { MessageTrouble } from '../../../contract/message.ts'
import type { Database, OutboxTable } from '../../database/tables.ts'
import { inTransaction, onAfterCommit } from '../../database/transaction.ts'
import { now } from '../ids.ts'
import { changesAfter, contentOf, usual, type Timing } from './attempts.ts'
import { claimNext, holdClaim, type Row } from './claims.ts'
import { isNoLongerWanted, tokenForEmail } from '../documents/document-requests.ts'
import { isReminderOutdated } from '../intakes/offer-jobs.ts'
import { storeLastTold } from './last-told.ts'
import { enqueueLaterDecision, hasLaterDecision, mayHaveArrived } from './outbox.ts'
import type { RenderEmail } from './render-email.ts'
import type { Carrier } from './carrier.ts'

export type OutboxWorker = ReturnType<typeof startOutboxWorker>

interface Parts {
  db: Database
  carrier: Carrier
  render: RenderEmail
  /** Called after each attempt to send a message. */
  report: (isSent: boolean, trouble?: MessageTrouble, reply?: string) => void
  onError: (error: unknown) => void
  timing?: Partial<Timing>
}

const longestBackoff = 5 * 60_000

/**
 * Sends the messages of the outbox at least once. Any number of processes can run a worker: each
 * worker claims one message at a time, for the length of a lease. A repeated e-mail has the same
 * Message-ID.
 */
export function startOutboxWorker({ db, carrier, render, report, onError, ...parts }: Parts) {
  const timing = { ...usual, ...parts.timing }
  const backoff = createBackoff(timing.tick)
  let running: Promise<void> | undefined
  let isWoken = false
  let isStopped = false

  onAfterCommit(db, wake)
  const timer = setInterval(wake, timing.tick)

  return { wake, stop }

  function wake() {
    if (isStopped || backoff.isActive()) return
    isWoken = true
    running ??= sendAllDue()
      .catch(onError)
      .finally(() => {
        running = undefined
        if (isWoken) wake()
      })
  }

  /** Waits for the attempt in progress. The next worker would repeat an interrupted attempt. */
  async function stop() {
    isStopped = true
    clearInterval(timer)
    await running
    carrier.close()
  }

  async function sendAllDue() {
    while (isWoken) {
      isWoken = false
      if (isStopped) return
      const row = await claimNext(db, timing.lease)
      if (!row) continue
      const isAvailable = await holdClaim(db, row, { lease: timing.lease, onError }, () =>
        attempt(row),
      )
      if (!isAvailable) return backoff.start()
      backoff.reset()
      isWoken = true
      await sleep(timing.gap)
    }
  }

  /** Tries to send a message. Returns whether the carrier can send further messages now. */
  async function attempt(row: Row) {
    const isOutdated =
      (await hasLaterDecision(db, row)) ||
      (await isNoLongerWanted(db, row)) ||
      (await isReminderOutdated(db, row))
    if (isOutdated) {
      await finish(row, { state: mayHaveArrived(row) ? 'unsure' : 'cancelled', endedAt: now() })
      return true
    }
    const shown = await render(db, row)
    const email = shown && (await render(db, row, await tokenForEmail(db, row)))
    if (!email) return true
    const { _id, createdAt } = row
    const outcome = await carrier.send({ _id, createdAt, ...email })
    // Stored without the one-time link of the e-mail.
    const content = contentOf({ ...shown, to: email.to }, carrier, outcome)
    const hasApplication = await finish(row, { ...changesAfter(row, outcome, timing), ...content })
    if (!hasApplication) await carrier.discard(_id)
    const { trouble, reply } = { trouble: undefined, reply: undefined, ...outcome }
    report(outcome.result === 'sent', trouble, reply)
    return outcome.result !== 'unavailable'
  }

  /** Stores the result of an attempt. Returns whether the application still exists. */
  function finish(row: Row, changes: Updateable<OutboxTable>) {
    return inTransaction(db, async (transaction) => {
      // Decisions take the same row lock, so no decision is made between the check and the commit.
      const application = await transaction
        .selectFrom('attachments')
        .select('_id')
        .where('_id', '=', row.attachment)
        .forUpdate()
        .executeTakeFirst()
      const { numUpdatedRows } = await transaction
        .updateTable('outbox')
        .set({ ...changes, claim: null })
        .where('_id', '=', row._id)
        .where('claim', '=', row.claim)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) {
        const { state } = changes
        if (state === 'sent' || state === 'unsure') await storeLastTold(transaction, row)
        else if (state !== 'cancelled') await enqueueLaterDecision(transaction, row)
      }
      return application !== undefined
    })
  }
}

/** Exponential backoff: the pauses double while the carrier is unavailable. */
function createBackoff(shortest: number) {
  let failures = 0
  let until = 0
  return {
    isActive: () => performance.now() < until,
    start() {
      until = performance.now() + Math.min(shortest * 2 ** failures++, longestBackoff)
    },
    reset: () => void (failures = 0),
  }
}

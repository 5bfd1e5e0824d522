import { setTimeout as sleep } from 'node:timers/promises'

import type { Transaction, Updateable } from 'kysely'

import type { Transport } from '../../../contract/message.ts'
import type { Database, OutboxTable, Tables } from '../../database/tables.ts'
import { inTransaction, onAfterCommit } from '../../database/transaction.ts'
import { now } from '../ids.ts'
import { changesAfter, contentOf, usual, type Timing } from './attempts.ts'
import { claimNext, holdClaim, type Row } from './claims.ts'
import { isNoLongerWanted, tokenForMessage } from '../documents/document-requests.ts'
import { isReminderOutdated } from '../applications/offer-jobs.ts'
import { storeLastTold } from './last-told.ts'
import { enqueueLaterDecision, hasLaterDecision, mayHaveArrived } from './outbox.ts'
import type { RenderedMessage, RenderMessage } from './render-message.ts'
import type { Carrier, Outcome } from './carrier.ts'

export type OutboxWorker = ReturnType<typeof startOutboxWorker>

interface Parts {
  db: Database
  transport: Transport
  carrier: Carrier
  /** The rules of SMS. */
  rules?: TransportRules
  render: RenderMessage
  /** Called after each attempt to send a message. */
  report: (row: Row, outcome: Outcome) => void
  onError: (error: unknown) => void
  timing?: Partial<Timing>
}

/** Rules of a transport around each attempt. */
export interface TransportRules {
  /** The changes of a message that must not be sent now; undefined if it may be. */
  hold: (row: Row) => Promise<Updateable<OutboxTable> | undefined>
  /** Reserves the cost of an attempt before it is made. */
  reserve: (row: Row, message: RenderedMessage) => Promise<Reserved>
  /** Runs in the transaction that stores the changes. */
  afterwards: (
    transaction: Transaction<Tables>,
    row: Row,
    changes: Updateable<OutboxTable>,
  ) => Promise<void>
}

export type Reserved =
  | { result: 'over budget'; changes: Updateable<OutboxTable> }
  | {
      result: 'reserved'
      /** Replaces the reservation by the actual cost. Returns further changes of the message. */
      settle: (
        transaction: Transaction<Tables>,
        outcome: Outcome,
      ) => Promise<Updateable<OutboxTable>>
    }

type Settle = (
  transaction: Transaction<Tables>,
) => Promise<Updateable<OutboxTable> | undefined> | undefined

const longestBackoff = 5 * 60_000

/**
 * Sends the messages of one transport. Any number of processes can run a worker: each worker claims
 * one message at a time, for the length of a lease. E-mails are sent at least once; a repeated one has
 * the same Message-ID. SMS are sent at most once.
 */
export function startOutboxWorker({ db, transport, carrier, rules, ...parts }: Parts) {
  const { render, report, onError } = parts
  const timing = { ...usual, ...parts.timing }
  const backoff = createBackoff(timing.tick)
  let running: Promise<void> | undefined
  let isWoken = false
  let isStopped = false

  const endListening = onAfterCommit(db, wake)
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
    endListening()
    await running
    carrier.close()
  }

  async function sendAllDue() {
    while (isWoken) {
      isWoken = false
      if (isStopped) return
      const row = await claimNext(db, transport, timing.lease)
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
    const held = await rules?.hold(row)
    if (held) {
      await finish(row, held)
      return true
    }
    const shown = await render(db, row)
    const message = shown && (await render(db, row, await tokenForMessage(db, row)))
    if (!message) return true
    const reserved = await rules?.reserve(row, message)
    if (reserved?.result === 'over budget') {
      await finish(row, reserved.changes)
      return true
    }
    const { _id, createdAt } = row
    const outcome = await carrier.send({ _id, createdAt, ...message })
    // Stored without the one-time link of the message.
    const content = contentOf({ ...shown, to: message.to }, carrier, outcome)
    const changes = { ...changesAfter(row, outcome, timing, carrier), ...content }
    const hasApplication = await finish(row, changes, (transaction) =>
      reserved?.settle(transaction, outcome),
    )
    if (!hasApplication) await carrier.discard(_id)
    report(row, outcome)
    return outcome.result !== 'unavailable'
  }

  /**
   * Stores the result of an attempt. `settle` runs in the same transaction and returns further changes.
   * Returns whether the application still exists.
   */
  function finish(row: Row, changes: Updateable<OutboxTable>, settle?: Settle) {
    return inTransaction(db, async (transaction) => {
      // Decisions take the same row lock, so no decision is made between the check and the commit.
      const application = await transaction
        .selectFrom('attachments')
        .select('_id')
        .where('_id', '=', row.attachment)
        .forUpdate()
        .executeTakeFirst()
      const settled = await settle?.(transaction)
      const { numUpdatedRows } = await transaction
        .updateTable('outbox')
        .set({ ...changes, ...settled, claim: null })
        .where('_id', '=', row._id)
        .where('claim', '=', row.claim)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) {
        await rules?.afterwards(transaction, row, changes)
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

import { setTimeout as sleep } from 'node:timers/promises'

import type { Updateable } from 'kysely'

import type { MessageKind, Transport } from '../../../contract/message/message.ts'
import type { Database, OutboxTable, Transaction } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { now } from '../ids.ts'
import type { JobFunction } from '../job-loop.ts'
import { changesAfter, contentOf, usualTiming, type Timing } from './attempts.ts'
import { claimNext, holdClaim } from './claims.ts'
import { storeLastTold } from './last-told.ts'
import { enqueueLaterDecision, hasLaterDecision, mayHaveArrived } from './outbox.ts'
import type { RenderedMessage, RenderMessage } from './render-message.ts'
import type { Carrier, Outcome } from './carrier.ts'
import { lockRecord } from '../optimistic-lock.ts'
import { updateRows } from '../rows.ts'

export interface OutboxParts {
  db: Database
  transport: Transport
  carrier: Carrier
  /** The rules of SMS. */
  rules?: TransportRules
  kindRules?: KindRules
  render: RenderMessage
  /** Called after each attempt to send a message. */
  report: (row: OutboxTable, outcome: Outcome) => void
  onError: (error: unknown) => void
  timing?: Partial<Timing> | undefined
}

/** The rules of single kinds of messages. */
export type KindRules = Partial<Record<MessageKind, KindRule>>

interface KindRule {
  /** Whether what the message says has become untrue since it was enqueued. */
  isOutdated: (db: Database, row: Pick<OutboxTable, 'about' | 'attachment'>) => Promise<boolean>
  /** Creates the one-time link in a message about a document or an application. */
  createLink?: (db: Database, about: string) => Promise<{ token: string }>
}

/** Rules of a transport around each attempt. */
export interface TransportRules {
  /** The changes of a message that must not be sent now; undefined if it may be. */
  hold: (row: OutboxTable) => Promise<Updateable<OutboxTable> | undefined>
  /** Reserves the cost of an attempt before it is made. */
  reserve: (row: OutboxTable, message: RenderedMessage) => Promise<Reserved>
  /** Runs in the transaction that stores the changes. */
  afterwards: (
    transaction: Transaction,
    row: OutboxTable,
    changes: Updateable<OutboxTable>,
  ) => Promise<void>
}

export type Reserved =
  | { result: 'over budget'; changes: Updateable<OutboxTable> }
  | {
      result: 'reserved'
      /** Replaces the reservation by the actual cost. Returns further changes of the message. */
      settle: (transaction: Transaction, outcome: Outcome) => Promise<Updateable<OutboxTable>>
    }

const longestBackoff = 5 * 60_000

/**
 * Creates the job that sends the messages of one transport, one in each run. Any number of processes can
 * run it: each claims a message for the length of a lease. E-mails are sent at least once; a repeated
 * one has the same Message-ID. SMS are sent at most once.
 */
export function outboxWorker(parts: OutboxParts): JobFunction {
  const { db, transport, onError } = parts
  const timing = { ...usualTiming, ...parts.timing }
  const { lease, tick, gap } = timing
  // Exponential backoff: the pauses double while the carrier is unavailable.
  let failures = 0
  let pauseEnd = 0

  return async () => {
    if (performance.now() < pauseEnd) return 0
    const row = await claimNext(db, transport, lease)
    if (!row) return 0
    const send = () => sendClaimed(parts, row, timing)
    const isAvailable = await holdClaim(db, row, { lease, onError }, send)
    if (!isAvailable) {
      pauseEnd = performance.now() + Math.min(tick * 2 ** failures++, longestBackoff)
      return 0
    }
    failures = 0
    await sleep(gap)
    return 1
  }
}

/** Tries to send a message. Returns whether the carrier can send further messages now. */
async function sendClaimed(parts: OutboxParts, row: OutboxTable, timing: Timing) {
  const { db, carrier, rules, render, report } = parts
  const kindRule = parts.kindRules?.[row.kind]
  if ((await hasLaterDecision(db, row)) || (await kindRule?.isOutdated(db, row))) {
    const state = mayHaveArrived(row) ? 'unsure' : 'cancelled'
    await finish(parts, row, { state, endedAt: now() })
    return true
  }
  const held = await rules?.hold(row)
  if (held) {
    await finish(parts, row, held)
    return true
  }
  // Stored for staff, without the one-time link that only the sent message has.
  const forStaff = await render(db, row)
  // Its application or its written text is gone: the row goes with it, or the claim ends by itself.
  if (!forStaff) return true
  const link = row.about === null ? undefined : await kindRule?.createLink?.(db, row.about)
  const message = link ? await render(db, row, link.token) : forStaff
  if (!message) return true
  const reserved = await rules?.reserve(row, message)
  if (reserved?.result === 'over budget') {
    await finish(parts, row, reserved.changes)
    return true
  }
  const { _id, createdAt } = row
  const outcome = await carrier.send({ _id, createdAt, ...message })
  const content = contentOf({ ...forStaff, to: message.to }, carrier, outcome)
  const changes = { ...changesAfter(row, outcome, timing, carrier), ...content }
  const hasApplication = await finish(parts, row, changes, (transaction) =>
    reserved?.settle(transaction, outcome),
  )
  if (!hasApplication) await carrier.discard?.(_id)
  report(row, outcome)
  return outcome.result !== 'unavailable'
}

type Settle = (transaction: Transaction) => Promise<Updateable<OutboxTable> | undefined> | undefined

/**
 * Stores the result of an attempt. `settle` runs in the same transaction and returns further changes.
 * Returns whether the application still exists.
 */
function finish(
  parts: OutboxParts,
  row: OutboxTable,
  changes: Updateable<OutboxTable>,
  settle?: Settle,
) {
  const { db, rules } = parts
  return inTransaction(db, async (transaction) => {
    // Decisions take the same row lock, so no decision is made between the check and the commit.
    const application = await lockRecord(transaction, 'attachments', row.attachment)
    const { _id, claim } = row
    const columns = { ...changes, ...(await settle?.(transaction)), claim: null }
    if ((await updateRows(transaction, 'outbox', { _id, claim }, columns)) > 0) {
      await rules?.afterwards(transaction, row, changes)
      const { state } = changes
      if (state === 'sent' || state === 'unsure') await storeLastTold(transaction, row)
      else if (state !== 'cancelled') await enqueueLaterDecision(transaction, row)
    }
    return application !== undefined
  })
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql, type Selectable, type SqlBool, type Updateable } from 'kysely'

import { messageKinds, type MessageTrouble } from '../../../contract/message.ts'
import type { Database, OutboxTable } from '../../database/tables.ts'
import { runWrite, onAfterCommit } from '../../database/transaction.ts'
import type { Carrier, Outcome, Outgoing } from './transport.ts'
import type { WriteLetter } from './render-email.ts'
import { isOutdated } from './outbox.ts'
import { now } from '../ids.ts'

export type OutboxSender = ReturnType<typeof outboxSender>

interface Parts {
  db: Database
  carrier: Carrier
  write: WriteLetter
  /** Hears of each try that ended. */
  report: (wentOut: boolean, trouble?: MessageTrouble, reply?: string) => void
  onError: (error: unknown) => void
  pace?: Partial<Pace>
}

/** In milliseconds, but for the last one. */
export interface Pace {
  /** How often it is looked for what others announced, put off or left. */
  tick: number
  /** For how long what is being sent belongs to its process, unless that says so again. */
  lease: number
  /** Between two messages, so that requests come first. */
  gap: number
  /** Until a message is tried again, at first. */
  pause: number
  /** The same when it may have arrived: the answer may be a slow yes. */
  pauseInDoubt: number
  /** How many messages are claimed at once. */
  batch: number
}

const minute = 60_000
const usual: Pace = {
  tick: 5000,
  lease: 30_000,
  gap: 20,
  pause: minute,
  pauseInDoubt: 5 * minute,
  batch: 20,
}
const longestPause = 120 * minute
const longestRest = 5 * minute

type Row = Selectable<OutboxTable>

/**
 * Sends what is in the outbox, as one of any number of processes. A message belongs to who has
 * claimed it. Just before its last byte goes its row says that it may arrive: a crash before that
 * loses and doubles nothing, and what a crash after it leaves open goes once more and never again.
 */
export function outboxSender({ db, carrier, write, report, onError, pace }: Parts) {
  const { tick, lease, gap, pause, pauseInDoubt, batch } = { ...usual, ...pace }
  /** New for each run: what one leaves where it fails is not kept for ever by those that follow. */
  let claim = randomUUID()
  let underWay: Promise<void> | undefined
  let isAsked = false
  let isStopping = false
  let isCommitting = false
  let rests = 0
  let restsUntil = 0

  onAfterCommit(db, nudge)
  const timer = setInterval(() => {
    if (underWay) void renew().catch(onError)
    nudge()
  }, tick)

  return { nudge, stop }

  /** Lets it be looked soon whether there is something to send. */
  function nudge() {
    if (isStopping || performance.now() < restsUntil) return
    isAsked = true
    underWay ??= work()
      .catch(onError)
      .finally(() => {
        underWay = undefined
        if (isAsked) nudge()
      })
  }

  /** Takes no more messages, waits for one that may be arriving, and gives the others back. */
  async function stop() {
    isStopping = true
    clearInterval(timer)
    if (isCommitting) await underWay
    await giveBack().catch(onError)
    await carrier.rest()
  }

  async function work() {
    claim = randomUUID()
    while (isAsked) {
      isAsked = false
      for (let rows = await take(); rows.length > 0; rows = await take()) {
        if (await sendAll(rows)) rests = 0
        else {
          restsUntil = performance.now() + Math.min(tick * 2 ** rests++, longestRest)
          await giveBack()
          isAsked = false
          break
        }
      }
    }
    await carrier.rest()
  }

  /** Answers false when nothing can be sent for now. */
  async function sendAll(rows: Row[]) {
    for (const row of rows) {
      if (isStopping) break
      if (!(await sendOne(row))) return false
      await sleep(gap)
    }
    return true
  }

  async function sendOne(row: Row) {
    // It was handed over twice, and its sender ended each time before there was an answer.
    if (row.doubts > 1) {
      await settle(row, { ...end(row.doubts), trouble: 'no answer' })
      return true
    }
    const message = await messageOf(row)
    if (!message) return true
    let isOurs = true
    const commit = async () => {
      isOurs = !isStopping
      isCommitting = isOurs
      isOurs &&= row.doubts === 0 || !(await isOutdated(db, row))
      isOurs &&= await keep(row, {
        doubts: row.doubts + 1,
        carrier: carrier.name,
        recipient: message.to,
        subject: message.subject,
        text: message.text,
      })
      if (!isOurs) throw new Error('This message is not true any more, or somebody else’s.')
    }
    try {
      const outcome = await carrier.send(message, commit)
      if (!isOurs) {
        // What may have arrived is not repeated when it is not true any more.
        if (row.doubts > 0 && !isStopping) await settle(row, end(row.doubts))
        return true
      }
      const isKept = await settle(row, changesAfter(row, outcome))
      if (outcome.result === 'sent' && !isKept) await carrier.discard(message)
      const { trouble, reply } = { trouble: undefined, reply: undefined, ...outcome }
      report(outcome.result === 'sent', trouble, reply)
      return outcome.result !== 'closed'
    } finally {
      isCommitting = false
    }
  }

  /** What may have arrived goes again as it was; everything else as it should be now. */
  async function messageOf(row: Row): Promise<Outgoing | undefined> {
    const { _id, createdAt, recipient, subject, text } = row
    if (row.doubts > 0 && recipient !== null && subject !== null && text !== null) {
      return { _id, createdAt, to: recipient, subject, text }
    }
    const letter = await write(db, row)
    return letter && { _id, createdAt, ...letter }
  }

  function changesAfter(row: Row, outcome: Outcome): Updateable<OutboxTable> {
    const { doubts } = row
    switch (outcome.result) {
      case 'sent':
        return { state: 'sent', endedAt: now(), doubts, trouble: null, reply: null }
      case 'unknown':
        if (doubts > 0) return { ...end(doubts + 1), trouble: 'no answer', reply: null }
        return { ...putOff(row, pauseInDoubt), doubts: 1, trouble: 'no answer', reply: null }
      default: {
        const { trouble, reply = null } = outcome
        const isOver = outcome.result === 'refused' && outcome.forGood
        const next = isOver ? end(doubts) : putOff(row, pause * 2 ** row.tries)
        return { ...next, doubts, trouble, reply }
      }
    }
  }

  function putOff(row: Row, milliseconds: number): Updateable<OutboxTable> {
    const dueAt = now(Math.min(milliseconds, longestPause))
    return dueAt < row.giveUpAt
      ? { state: 'waiting', dueAt, tries: row.tries + 1 }
      : end(row.doubts)
  }

  async function take() {
    if (isStopping) return []
    const rows = await db
      .with('due', (from) =>
        from
          .selectFrom('outbox')
          .select('_id')
          .where(isOpen)
          .where('dueAt', '<=', now())
          // What only a newer version can word is left to that one.
          .where('kind', 'in', messageKinds)
          // Whoever is told several things is told them in their order.
          .where((row) =>
            row.not(
              row.exists(
                row
                  .selectFrom('outbox as earlier')
                  .select('earlier._id')
                  .whereRef('earlier.attachment', '=', 'outbox.attachment')
                  .whereRef('earlier._id', '<', 'outbox._id')
                  .where('earlier.state', 'in', ['waiting', 'sending']),
              ),
            ),
          )
          .orderBy('dueAt')
          .limit(batch)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('outbox')
      .set({ state: 'sending', claim, dueAt: now(lease) })
      .where('_id', 'in', (from) => from.selectFrom('due').select('_id'))
      .returningAll()
      .execute()
    return rows.toSorted((a, b) => (a._id < b._id ? -1 : 1))
  }

  /** Goes on owning what has been claimed. */
  function renew() {
    return claimed(db)
      .set({ dueAt: now(lease) })
      .execute()
  }

  async function giveBack() {
    await claimed(db).set({ state: 'waiting', claim: null, dueAt: now() }).execute()
  }

  function claimed(writer: Database) {
    return writer.updateTable('outbox').where(isOpen).where('claim', '=', claim)
  }

  function settle(row: Row, changes: Updateable<OutboxTable>) {
    return keep(row, { ...changes, claim: null })
  }

  /** Writes what is known of a message; answers false when it is not ours any more. */
  async function keep({ _id }: Row, changes: Updateable<OutboxTable>) {
    const { numUpdatedRows } = await runWrite(db, (writer) =>
      claimed(writer).set(changes).where('_id', '=', _id).executeTakeFirst(),
    )
    return numUpdatedRows > 0
  }
}

/** In so many words, so that the index of what is to be done serves. */
const isOpen = sql<SqlBool>`outbox.state in ('waiting', 'sending')`

/** What may have arrived has not failed for certain. */
function end(doubts: number): Updateable<OutboxTable> {
  return { state: doubts > 0 ? 'unsure' : 'failed', endedAt: now(), doubts }
}

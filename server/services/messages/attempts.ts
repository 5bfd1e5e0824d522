import type { Updateable } from 'kysely'

import type { OutboxTable } from '../../database/tables.ts'
import { now } from '../ids.ts'
import { giveUpAfter, mayHaveArrived } from './outbox.ts'
import type { RenderedMessage } from './render-message.ts'
import type { Outcome, Carrier } from './carrier.ts'

/** The timing of the outbox worker, in milliseconds. */
export interface Timing {
  /**
   * Polling interval, for messages that other processes enqueued or did not finish. It is also the
   * shortest pause while the carrier is unavailable.
   */
  tick: number
  /** Time until a claim of a message expires, unless the worker extends the claim. */
  lease: number
  /** Pause between two messages, so that web requests come first. */
  gap: number
  /** Time from the first attempt to the second. It doubles with each further attempt. */
  pause: number
  /** Replaces `pause` after an attempt without an answer: the mail server may only be slow. */
  pauseAfterNoAnswer: number
}

const minute = 60_000
export const usualTiming: Timing = {
  tick: 5000,
  lease: 30_000,
  gap: 20,
  pause: minute,
  pauseAfterNoAnswer: 5 * minute,
}
const longestPause = 120 * minute
/** Longer than the backoff of a process, so that the next attempt takes another message. */
const longestPauseOfSender = 15 * minute

/** The content to store for staff, if the carrier has sent it or may have sent it. */
export function contentOf(
  { to: recipient, subject, text }: RenderedMessage,
  { name: carrier }: Carrier,
  { result }: Outcome,
): Updateable<OutboxTable> {
  const isHandedOver = result === 'sent' || result === 'no answer'
  return isHandedOver ? { carrier, recipient, subject, text } : {}
}

/** The columns of the outbox to change after an attempt with this outcome. */
export function changesAfter(
  row: OutboxTable,
  outcome: Outcome,
  timing: Timing,
  { isRepeatable }: Carrier,
): Updateable<OutboxTable> {
  switch (outcome.result) {
    case 'sent':
      return { state: 'sent', endedAt: now(), trouble: null, reply: null }
    case 'no answer': {
      if (!isRepeatable) return endUnsure()
      const doubtful = { ...row, trouble: 'no answer' as const }
      const pause = timing.pauseAfterNoAnswer * 2 ** row.tries
      return { ...postpone(doubtful, pause), trouble: 'no answer', reply: null }
    }
    default: {
      const { trouble, reply = null } = outcome
      if (outcome.result === 'refused' && outcome.forGood) return { ...end(row), trouble, reply }
      const isPaused = outcome.result === 'unavailable' && outcome.isPaused === true
      const longest = isPaused ? longestPauseOfSender : longestPause
      const renewed = isPaused ? { giveUpAt: now(giveUpAfter[row.transport]) } : {}
      const pause = Math.min(timing.pause * 2 ** row.tries, longest)
      return {
        ...renewed,
        ...postpone({ ...row, ...renewed }, pause),
        // An earlier trouble that leaves open whether the e-mail arrived is kept: staff must know.
        trouble: mayHaveArrived(row) ? row.trouble : trouble,
        reply,
      }
    }
  }
}

/** The end of a message that may have arrived and must not be repeated. */
export function endUnsure(): Updateable<OutboxTable> {
  return { state: 'unsure', trouble: 'no answer', reply: null, endedAt: now() }
}

function postpone(row: OutboxTable, pause: number): Updateable<OutboxTable> {
  const dueAt = now(pause)
  return dueAt < row.giveUpAt ? { state: 'waiting', dueAt, tries: row.tries + 1 } : end(row)
}

function end(row: OutboxTable): Updateable<OutboxTable> {
  return { state: mayHaveArrived(row) ? 'unsure' : 'failed', endedAt: now() }
}

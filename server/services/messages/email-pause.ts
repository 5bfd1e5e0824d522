import type { MessageTrouble } from '../../../contract/message/message.ts'
import type { Database } from '../../database/tables.ts'
import { now } from '../ids.ts'
import type { Carrier, Outcome } from './carrier.ts'
import { giveUpAfter } from './outbox.ts'
import { updateRows, findRow } from '../rows.ts'

/** The only row of the table. */
const _id = 1
const day = 24 * 60 * 60 * 1000

/** Recipients in a row whose e-mails got the same unclear refusal, which pauses all e-mails. */
const mostRefusals = 3

const senderTroubles = new Set<MessageTrouble>([
  'not let in',
  'sender refused',
  'sending limit',
  'paused',
])

/** The pause of e-mails; null if they are sent. */
export async function readPause(db: Database) {
  const row = await findRow(db, 'email_pause', { _id })
  return row ? { reason: row.trouble, reply: row.reply, since: row.since } : null
}

/**
 * Circuit breaker of e-mails, around a carrier. A refusal of the sender starts a pause, and the first
 * e-mail that is accepted ends it. In a pause, each process tries one message at a time.
 */
export function withPause(
  db: Database,
  carrier: Carrier,
  onError: (error: unknown) => void,
): Carrier {
  const refusals = { reply: '', recipients: new Set<string>() }

  return {
    ...carrier,
    async send(message) {
      const outcome = judge(await carrier.send(message), message.to)
      try {
        return await store(outcome)
      } catch (error) {
        // The result of the attempt counts: an accepted e-mail would otherwise be sent again.
        onError(error)
        return outcome
      }
    },
  }

  /** Takes the same unclear refusal of several recipients in a row for a refusal of the sender. */
  function judge(outcome: Outcome, to: string): Outcome {
    if (outcome.result === 'sent') refusals.recipients.clear()
    if (outcome.result !== 'refused' || outcome.forGood) return outcome
    const { reply } = outcome
    if (!reply?.startsWith('5')) return outcome
    if (reply !== refusals.reply) refusals.recipients.clear()
    refusals.reply = reply
    refusals.recipients.add(to)
    if (refusals.recipients.size < mostRefusals) return outcome
    return { result: 'unavailable', trouble: 'paused', reply }
  }

  async function store(outcome: Outcome): Promise<Outcome> {
    if (outcome.result === 'sent') {
      const pause = await readPause(db)
      if (pause) await endPause(db, pause)
    }
    if (outcome.result !== 'unavailable' || !senderTroubles.has(outcome.trouble)) return outcome
    const { trouble, reply = null } = outcome
    const isPaused = (await readPause(db)) !== null
    await db
      .insertInto('email_pause')
      .values({ _id, since: now(), trouble, reply })
      .onConflict((conflict) => conflict.column('_id').doUpdateSet({ trouble, reply }))
      .execute()
    return { ...outcome, isPaused }
  }
}

/** Ends the pause. After a long one, waiting messages have their full time again. */
async function endPause(db: Database, { since }: { since: string }) {
  await db.deleteFrom('email_pause').execute()
  if (since > now(-day)) return
  const waiting = { transport: 'email', state: 'waiting' } as const
  await updateRows(db, 'outbox', waiting, { giveUpAt: now(giveUpAfter.email) })
}

import type { Updateable } from 'kysely'

import {
  messageDeclarations,
  type MessageKind,
  type MessageTrouble,
} from '../../../contract/message/message.ts'
import { dayInKenya, startOfDayInKenya, timeInKenya } from '../../../contract/time-zone.ts'
import type { Database, OutboxTable, Transaction } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { now } from '../ids.ts'
import { endUnsure } from '../messages/attempts.ts'
import { type Carrier, type Outcome, unitsOfCost } from '../messages/carrier.ts'
import { enqueueEmailInstead, giveUpAfter } from '../messages/outbox.ts'
import type { Reserved, TransportRules } from '../messages/outbox-worker.ts'
import { countParts } from '../../../contract/message/gsm.ts'
import { countResult, currentPause } from './sender-state.ts'
import { addToDay, reserveCost, type Amount, type Limits } from './spending.ts'
import { hasRow, updateRows } from '../rows.ts'

/** Milliseconds from an SMS that is over the budget to the next look at the budget. */
const budgetPause = 60 * 60_000

/** Troubles for which an SMS waits for longer than a day. Its e-mail goes at once. */
const withoutMoney = new Set<MessageTrouble>(['over budget', 'no credit'])

interface Parts {
  db: Database
  /** Undefined if SMS are not set up. */
  carrier: Carrier | undefined
  /** The price of one part, in the main unit of the currency. */
  price: number
  limits: Limits
}

/** The rules of SMS: at most once, not at night, within the budget, and e-mail where no SMS goes. */
export function smsRules({ db, carrier, price, limits }: Parts): TransportRules {
  return {
    async hold(row) {
      if (!carrier) return { state: 'failed', trouble: 'not set up', endedAt: now() }
      // The process of the last attempt ended, and the gateway may have sent the SMS.
      if (row.trouble === 'no answer' && !carrier.isRepeatable) return endUnsure()
      const waitsForMoney = row.trouble !== null && withoutMoney.has(row.trouble)
      const copy = { copyOf: row._id, state: 'sent' } as const
      if (waitsForMoney && (await hasRow(db, 'outbox', copy))) {
        return { state: 'cancelled', trouble: 'sent by e-mail', endedAt: now() }
      }
      const quiet = quietUntil(row.kind, Date.now())
      if (quiet) return waitUntil(row, quiet, 'quiet hours')
      const pause = await currentPause(db)
      return pause && waitUntil(row, pause.until, pause.trouble)
    },

    reserve(row, { text }) {
      const parts = countParts(text)
      const amount = { parts, cost: Math.round(parts * price * unitsOfCost) }
      return inTransaction(db, async (transaction): Promise<Reserved> => {
        const day = await reserveCost(transaction, amount, limits)
        if (day === undefined) {
          const changes = waitUntil(row, now(budgetPause), 'over budget')
          return { result: 'over budget', changes }
        }
        // Stored before the attempt: if this process ends, the SMS may have been sent and charged.
        const { _id, claim } = row
        await updateRows(transaction, 'outbox', { _id, claim }, totalOf(row, amount))
        const settle = (settling: Transaction, outcome: Outcome) =>
          settleCost(settling, row, { day, amount, outcome })
        return { result: 'reserved', settle }
      })
    },

    async afterwards(transaction, row, { state, trouble }) {
      if (trouble === 'unknown number' || trouble === 'number blocked') {
        const application = { _id: row.attachment }
        await updateRows(transaction, 'attachments', application, { smsRefused: trouble })
      }
      const isWithoutMoney = state === 'waiting' && trouble && withoutMoney.has(trouble)
      if (state === 'failed' || state === 'unsure' || isWithoutMoney) {
        await enqueueEmailInstead(transaction, row)
      }
    },
  }
}

/** Waits without an attempt. An SMS that waits for money is not given up. */
function waitUntil(
  row: OutboxTable,
  dueAt: string,
  trouble: MessageTrouble,
): Updateable<OutboxTable> {
  const later = new Date(Date.parse(dueAt) + giveUpAfter.sms).toISOString()
  const giveUpAt = withoutMoney.has(trouble) ? later : row.giveUpAt
  if (dueAt >= giveUpAt) return { state: 'failed', trouble, endedAt: now() }
  return { state: 'waiting', dueAt, giveUpAt, trouble, reply: null }
}

/** Replaces a reservation by the actual cost. The cost of an SMS that may have been sent stays. */
async function settleCost(
  transaction: Transaction,
  row: OutboxTable,
  { day, amount, outcome }: { day: string; amount: Amount; outcome: Outcome },
): Promise<Updateable<OutboxTable>> {
  await countResult(transaction, outcome)
  if (outcome.result === 'no answer') return {}
  if (outcome.result !== 'sent') {
    await addToDay(transaction, day, { messages: -1, parts: -amount.parts, cost: -amount.cost })
    return { parts: row.parts, cost: row.cost }
  }
  const { gatewayId = null, cost } = outcome.receipt ?? {}
  const actual = cost === undefined ? amount.cost : Math.round(cost * unitsOfCost)
  if (actual !== amount.cost) {
    await addToDay(transaction, day, { messages: 0, parts: 0, cost: actual - amount.cost })
  }
  return { gatewayId, ...totalOf(row, { ...amount, cost: actual }) }
}

/** The cost of all attempts of an SMS: staff may have sent it again. */
function totalOf({ parts, cost }: OutboxTable, amount: Amount): Amount {
  return { parts: (parts ?? 0) + amount.parts, cost: (cost ?? 0) + amount.cost }
}

/** The hours in Kenya in which SMS are sent: from 07:00 to 20:00. */
const [firstHour, lastHour] = [7, 20]

/** The end of the quiet hours (ISO 8601) if a message has to wait for it at a time; else undefined. */
export function quietUntil(kind: MessageKind, time: number) {
  if ('isAskedFor' in messageDeclarations[kind]) return undefined
  const hour = Number(timeInKenya(time).slice(11, 13))
  if (hour >= firstHour && hour < lastHour) return undefined
  const hours = hour < firstHour ? firstHour : firstHour + 24
  const startOfDay = Date.parse(startOfDayInKenya(dayInKenya(time)))
  return new Date(startOfDay + hours * 60 * 60 * 1000).toISOString()
}

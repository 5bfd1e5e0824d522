import type { SmsStatus } from '../../../contract/message/message.ts'
import { dayInKenya } from '../../../contract/time-zone.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { type Carrier, unitsOfCost } from '../messages/carrier.ts'
import { currentPause, readSender } from './sender-state.ts'

/** Limits in the main unit of the currency; undefined without a limit. */
export interface Limits {
  month: number | undefined
  today: number | undefined
}

/** Parts and cost of SMS. `cost` is in ten-thousandths of the currency's unit. */
export interface Amount {
  parts: number
  cost: number
}

/** A day of the account: the SMS that were sent, their parts, and their cost in the main unit. */
export interface SmsDay extends Amount {
  day: string
  messages: number
}

/** The days of a month (such as 2026-11) on which SMS were sent, the first one first. */
export async function smsAccount(db: Database, month: string): Promise<SmsDay[]> {
  const rows = await daysOfMonth(db, month).where('parts', '>', 0).execute()
  return rows.map((row) => ({ ...row, cost: row.cost / unitsOfCost }))
}

/** Totals of the SMS of this month and of today, in Kenya. */
async function readSpending(db: Database) {
  const today = dayInKenya(Date.now())
  return sumUp(await daysOfMonth(db, today.slice(0, 7)).execute(), today)
}

/**
 * Adds the cost of an SMS to the total of today, before it is sent. Returns the day, or undefined if a
 * limit would be exceeded. Row locks let the processes check one after another.
 */
export async function reserveCost(transaction: Transaction, amount: Amount, limits: Limits) {
  const { month, today: ofToday } = limits
  const day = dayInKenya(Date.now())
  await transaction
    .insertInto('sms_days')
    .values({ day, messages: 0, parts: 0, cost: 0 })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
  const spent = sumUp(await daysOfMonth(transaction, day.slice(0, 7)).forUpdate().execute(), day)
  const exceeds = (limit: number | undefined, { cost }: Amount) =>
    limit !== undefined && cost + amount.cost > Math.round(limit * unitsOfCost)
  if (exceeds(month, spent.month) || exceeds(ofToday, spent.today)) return undefined
  await addToDay(transaction, day, { ...amount, messages: 1 })
  return day
}

/** Changes the total of a day. Negative numbers give a reservation back. */
export function addToDay(
  transaction: Transaction,
  day: string,
  { messages, parts, cost }: Amount & { messages: number },
) {
  return transaction
    .updateTable('sms_days')
    .set((row) => ({
      messages: row('messages', '+', messages),
      parts: row('parts', '+', parts),
      cost: row('cost', '+', cost),
    }))
    .where('day', '=', day)
    .execute()
}

function daysOfMonth(db: Database, month: string) {
  return db
    .selectFrom('sms_days')
    .selectAll()
    .where('day', '>=', `${month}-01`)
    .where('day', '<=', `${month}-31`)
    .orderBy('day')
}

function sumUp(rows: (Amount & { day: string })[], today: string) {
  const sum = (amounts: Amount[]): Amount => ({
    parts: amounts.reduce((total, { parts }) => total + parts, 0),
    cost: amounts.reduce((total, { cost }) => total + cost, 0),
  })
  return { month: sum(rows), today: sum(rows.filter(({ day }) => day === today)) }
}

/** The prices and limits of the settings, in the main unit of the currency. */
interface SmsPrices {
  SMS_PRICE: number
  SMS_CURRENCY: string
  SMS_MONTH_BUDGET?: number | undefined
  SMS_DAY_CAP?: number | undefined
}

/** The set-up of SMS, the money spent and a pause. `publicUrl` has no trailing slash. */
export async function readSmsStatus(
  db: Database,
  prices: SmsPrices,
  { carrier, publicUrl }: { carrier: Carrier | undefined; publicUrl: string },
): Promise<SmsStatus> {
  const { month, today } = await readSpending(db)
  const gatewayUrl =
    carrier?.name === 'gateway' ? `${publicUrl}/api/sms/${(await readSender(db)).secret}` : null
  return {
    carrier: carrier?.name ?? null,
    reportUrl: gatewayUrl && `${gatewayUrl}/report`,
    incomingUrl: gatewayUrl && `${gatewayUrl}/incoming`,
    currency: prices.SMS_CURRENCY,
    price: prices.SMS_PRICE,
    month: totalOf(month, prices.SMS_MONTH_BUDGET),
    today: totalOf(today, prices.SMS_DAY_CAP),
    pause: (await currentPause(db)) ?? null,
  }
}

/** Figures for the metrics. */
export async function smsFigures(db: Database) {
  const { month } = await readSpending(db)
  const pause = await currentPause(db)
  return { monthCost: month.cost / unitsOfCost, isPaused: pause !== undefined }
}

function totalOf({ parts, cost }: Amount, limit: number | undefined) {
  return { parts, cost: cost / unitsOfCost, limit: limit ?? null }
}

import type { Database } from '../../database/tables.ts'
import { unitsOfCost } from '../messages/sms-costs.ts'

/** A day of the account: the SMS that were sent, their parts, and their cost in the main unit. */
export interface SmsDay {
  day: string
  messages: number
  parts: number
  cost: number
}

/** The days of a month (such as 2026-11) on which SMS were sent, the first one first. */
export async function smsAccount(db: Database, month: string): Promise<SmsDay[]> {
  const rows = await db
    .selectFrom('sms_days')
    .selectAll()
    .where('day', '>=', `${month}-01`)
    .where('day', '<=', `${month}-31`)
    .where('parts', '>', 0)
    .orderBy('day')
    .execute()
  return rows.map((row) => ({ ...row, cost: row.cost / unitsOfCost }))
}

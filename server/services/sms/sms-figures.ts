import { dayInKenya } from '../../../contract/time-zone.ts'
import type { Database } from '../../database/tables.ts'
import { now } from '../ids.ts'
import { unitsOfCost } from './sms-costs.ts'

/** Figures for the metrics. */
export async function smsFigures(db: Database) {
  const { cost } = await db
    .selectFrom('sms_days')
    .select(({ fn }) => fn.sum<number | null>('cost').as('cost'))
    .where('day', '>=', `${dayInKenya(Date.now()).slice(0, 7)}-01`)
    .executeTakeFirstOrThrow()
  const paused = await db
    .selectFrom('sms_sender')
    .select('_id')
    .where('pausedUntil', '>', now())
    .executeTakeFirst()
  return { monthCost: (cost ?? 0) / unitsOfCost, isPaused: paused !== undefined }
}

import type { Database } from '../../database/tables.ts'
import { currentPause } from './sender-state.ts'
import { unitsOfCost } from '../messages/sms-costs.ts'
import { readSpending } from './spending.ts'

/** Figures for the metrics. */
export async function smsFigures(db: Database) {
  const { month } = await readSpending(db)
  const pause = await currentPause(db)
  return { monthCost: month.cost / unitsOfCost, isPaused: pause !== undefined }
}

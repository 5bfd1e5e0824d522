import type { SmsStatus } from '../../../contract/message/message.ts'
import type { Database } from '../../database/tables.ts'
import type { Carrier } from '../messages/carrier.ts'
import { currentPause, readSender } from './sender-state.ts'
import { unitsOfCost } from '../messages/sms-costs.ts'
import { readSpending, type Amount } from './spending.ts'

/** The prices and limits of the settings, in the main unit of the currency. */
export interface SmsPrices {
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

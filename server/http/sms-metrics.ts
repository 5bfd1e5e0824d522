import type { AddGauge } from './document-metrics.ts'

/** Functions that read figures of SMS each time Prometheus asks for the metrics. */
export interface SmsFigures {
  /** The cost of the SMS of this month, and whether no SMS are sent at the moment. */
  sms: () => Promise<{ monthCost: number; isPaused: boolean }>
}

export function measureSms(addGauge: AddGauge, figures: SmsFigures) {
  addGauge(
    'sms_month_cost',
    'Cost of the SMS of this month in Kenya, in the currency of SMS_CURRENCY',
    async (gauge) => gauge.set((await figures.sms().catch(() => unknown)).monthCost),
  )
  addGauge(
    'sms_paused',
    '1 while no SMS are sent, because many failed in a row or the gateway refuses all of them',
    async (gauge) => gauge.set(Number((await figures.sms().catch(() => unknown)).isPaused)),
  )
}

/** The figures while the database does not answer. */
const unknown = { monthCost: NaN, isPaused: NaN }

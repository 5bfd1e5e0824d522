import type { FastifyInstance } from 'fastify'

import { api } from '../../contract/api.ts'
import { type Columns, sendCsv } from '../http/csv.ts'
import { serve } from '../http/serve.ts'
import { recordHistory } from '../services/history.ts'
import { smsAccount, type SmsDay } from '../services/sms/spending.ts'
import { previewSms } from '../services/applications/decisions/message-previews.ts'
import { offersSms, type Settings } from '../settings.ts'
import type { AppContext } from './context.ts'

/** Routes of the back office about SMS: the preview of a decision, and the account of a month. */
export function smsAdminRoutes(app: FastifyInstance, context: AppContext) {
  const { db, emailSender, settings } = context
  serve(app, api.messages.preview, async ({ body }) =>
    previewSms(db, await emailSender(), smsTariff(settings), body),
  )
  serve(app, api.messages.account, async ({ query: { month }, user }, reply) => {
    const days = await smsAccount(db, month)
    const count = days.length
    await recordHistory(db, { action: 'export', entity: 'message', user: user._id, count })
    const columns = accountColumns(settings.SMS_CURRENCY)
    return sendCsv(reply, `sms_${month}.csv`, columns, days)
  })
}

export function smsTariff(settings: Settings) {
  return { isOffered: offersSms(settings), price: settings.SMS_PRICE }
}

function accountColumns(currency: string): Columns<SmsDay> {
  return {
    Day: ({ day }) => day,
    Messages: ({ messages }) => String(messages),
    Parts: ({ parts }) => String(parts),
    Cost: ({ cost }) => cost.toFixed(4),
    Currency: () => currency,
  }
}

import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { api } from '../../contract/api.ts'
import { sendError } from '../http/error-handler.ts'
import { serve } from '../http/serve.ts'
import { takeIncomingSms, takeReport } from '../services/sms/gateway-calls.ts'
import { readSender } from '../services/sms/sender-state.ts'
import type { AppContext } from './context.ts'
import { type Columns, sendCsv } from '../http/csv.ts'
import { recordHistory } from '../services/history.ts'
import { smsAccount, type SmsDay } from '../services/sms/spending.ts'
import { previewSms } from '../services/applications/decisions/message-previews.ts'
import { offersSms, type Settings } from '../settings.ts'

/**
 * The calls of the SMS gateway: delivery reports, and SMS from people. An unguessable path takes the
 * place of a signature, which gateways do not send. Answers never say whether an SMS is known.
 */
export async function gatewayRoutes(app: FastifyInstance, context: AppContext) {
  const { db, engine, smsGateway: gateway } = context

  // Gateways send forms; some of them send JSON, which the API accepts anyway.
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
  )
  app.addHook<{ Params: { secret?: string } }>('preValidation', async (request, reply) => {
    const given = Buffer.from(request.params.secret ?? '')
    const secret = Buffer.from(gateway ? (await readSender(db)).secret : '')
    const isRight = secret.length === given.length && timingSafeEqual(given, secret)
    return isRight && gateway ? undefined : sendError(reply, 404, 'There is no such call.')
  })
  serve(app, api.sms.report, async ({ body }, reply) => {
    const report = gateway?.readReport(textsOf(body))
    if (!report) return sendError(reply, 400, 'This is no delivery report.')
    await takeReport(db, report)
    return { message: 'Taken' }
  })
  serve(app, api.sms.incoming, async ({ body }) => {
    await takeIncomingSms(db, engine.search, textsOf(body))
    return { message: 'Taken' }
  })
}

/** The fields of a body that are texts or numbers. */
function textsOf(body: Record<string, unknown>) {
  const fields = Object.entries(body).filter(([, value]) => /^(string|number)$/.test(typeof value))
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value)]))
}

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

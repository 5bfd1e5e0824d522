import type { FastifyInstance } from 'fastify'
import { api } from '../../contract/api.ts'
import { serve } from '../http/serve.ts'
import * as templates from '../services/messages/message-templates.ts'
import { previewTemplate, sendTest } from '../services/messages/template-trial.ts'
import type { AppContext } from './context.ts'
import { DomainError } from '../services/domain-error.ts'
import { planWriting } from '../services/messages/preview-writing.ts'
import { undoWriting, writeToMany } from '../services/messages/write-to-many.ts'
import { shareRun } from '../services/single-flight.ts'
import { smsTariff } from './sms.ts'

/** Routes of the back office for the texts of messages. */
export function messageTemplateRoutes(app: FastifyInstance, context: AppContext) {
  const { db, emailSender: readSender, settings } = context
  const calls = api.messageTemplates

  serve(app, calls.list, async ({ query }) =>
    templates.listTemplates(db, await readSender(), query.intake ?? null),
  )
  serve(app, calls.save, async ({ params, body, user }) =>
    templates.saveTemplate(db, await readSender(), params, body, user._id),
  )
  serve(app, calls.reset, async ({ params, query, user }) => {
    const key = { ...params, intake: query.intake ?? null }
    return templates.resetTemplate(db, await readSender(), key, user._id)
  })
  serve(app, calls.versions, ({ params, query }) =>
    templates.listVersions(db, { ...params, intake: query.intake ?? null }),
  )
  serve(app, calls.restore, async ({ params, body, user }) =>
    templates.restoreTemplate(db, await readSender(), { ...params, ...body }, user._id),
  )
  serve(app, calls.preview, async ({ body }) =>
    previewTemplate(db, await readSender(), settings.SMS_PRICE, body),
  )
  serve(app, calls.test, ({ body, user }) => sendTest(context, body, user))
}

/** Routes of the back office by which staff write to many applicants. */
export function writeMessageRoutes(app: FastifyInstance, context: AppContext) {
  const { db, emailSender: readSender, settings } = context
  const tariff = smsTariff(settings)
  serve(app, api.messages.previewWriting, async ({ body }) => {
    const planned = await planWriting(db, await readSender(), tariff, body)
    return planned instanceof DomainError ? planned : planned.preview
  })
  serve(app, api.messages.write, ({ body, user, headers }) => {
    const key = headers['idempotency-key']
    const write = async () =>
      writeToMany(db, { sender: await readSender(), tariff }, body, { by: user._id, key })
    return key === undefined ? write() : shareRun(db, `${key} ${JSON.stringify(body)}`, write)
  })
  serve(app, api.messages.undoWriting, ({ body, user }) => undoWriting(db, body.undo, user._id))
}

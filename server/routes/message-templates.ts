import type { FastifyInstance } from 'fastify'

import { api } from '../../contract/api.ts'
import { serve } from '../http/serve.ts'
import * as templates from '../services/messages/message-templates.ts'
import { previewTemplate, sendTest } from '../services/messages/template-trial.ts'
import type { AppContext } from './context.ts'

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

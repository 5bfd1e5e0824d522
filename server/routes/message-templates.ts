import type { FastifyInstance } from 'fastify'

import { api } from '../../contract/api.ts'
import { serve } from '../http/serve.ts'
import * as templates from '../services/messages/message-templates.ts'
import { previewTemplate, sendTest } from '../services/messages/template-trial.ts'
import type { AppContext } from './context.ts'

/** Routes of the back office for the texts of messages. */
export function messageTemplateRoutes(app: FastifyInstance, context: AppContext) {
  const { db, emailSender: sender, settings } = context
  const calls = api.messageTemplates

  serve(app, calls.list, ({ query }) => templates.listTemplates(db, sender, query.intake ?? null))
  serve(app, calls.save, ({ params, body, user }) =>
    templates.saveTemplate(db, sender, params, body, user._id),
  )
  serve(app, calls.reset, ({ params, query, user }) =>
    templates.resetTemplate(db, sender, { ...params, intake: query.intake ?? null }, user._id),
  )
  serve(app, calls.versions, ({ params, query }) =>
    templates.listVersions(db, { ...params, intake: query.intake ?? null }),
  )
  serve(app, calls.restore, ({ params, body, user }) =>
    templates.restoreTemplate(db, sender, { ...params, ...body }, user._id),
  )
  serve(app, calls.preview, ({ body }) => previewTemplate(db, sender, settings.SMS_PRICE, body))
  serve(app, calls.test, ({ body, user }) => sendTest(context, body, user))
}

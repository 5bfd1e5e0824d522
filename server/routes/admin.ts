import type { FastifyInstance } from 'fastify'

import { api } from '../../contract/api.ts'
import {
  applicationInputMessage,
  type Application,
} from '../../contract/application/application.ts'
import { mostWrittenTo } from '../../contract/message/write.ts'
import { fileTimestamp } from '../../contract/time-zone.ts'
import { inWords } from '../http/in-words.ts'
import { sendList } from '../http/send-list.ts'
import { serve } from '../http/serve.ts'
import { analytics } from '../services/applications/analytics.ts'
import { list } from '../services/applications/application-list.ts'
import { counts, type Filters } from '../services/applications/application-counts.ts'
import * as attachments from '../services/applications/applications.ts'
import * as decisions from '../services/applications/decisions/decide.ts'
import { erase } from '../services/applications/erasure.ts'
import { entities } from '../services/reference-data/entities.ts'
import * as entityService from '../services/reference-data/entity-service.ts'
import type { Entity, EntityRecord } from '../services/entity.ts'
import { importRecords } from '../services/reference-data/imports.ts'
import * as history from '../services/history-list.ts'
import { readChecks } from '../services/last-checks.ts'
import { messageRenderer } from '../services/messages/render-message.ts'
import { noMail } from '../services/messages/mail.ts'
import { findUnusableTexts } from '../services/messages/message-templates.ts'
import { smsSenderOf } from '../services/messages/template-reader.ts'
import { readPause } from '../services/messages/email-pause.ts'
import { countResendable, resend, resendAll } from '../services/messages/resend.ts'
import * as messages from '../services/messages/outbox-list.ts'
import { createPasswordLink } from '../services/accounts/password-links.ts'
import { DomainError } from '../services/domain-error.ts'
import { resetSecondFactor } from '../services/accounts/second-factor.ts'
import { endSessionsOf } from '../services/accounts/sessions.ts'
import { exportPersonalData } from '../services/applications/personal-data.ts'
import { decidePair, samePerson } from '../services/applications/same-person.ts'
import { confirmUnlisted } from '../services/applications/unlisted.ts'
import { readSmsStatus } from '../services/sms/spending.ts'
import { countDue, retention, setRetention } from '../services/applications/retention.ts'
import type { AppContext } from './context.ts'
import { serveCrud } from './crud.ts'
import { applicationColumns, questionColumns } from './export-columns.ts'

/** The query with the id of the user in place of 'me'. */
function withOwnId(query: Filters, by: string): Filters {
  return query.assignee === 'me' ? { ...query, assignee: by } : query
}

/** Routes of the back office. */
export function adminRoutes(app: FastifyInstance, context: AppContext) {
  const { db, engine, mail, emailCarrierName, smsCarrier, emailSender, documentStore } = context
  const { publicUrl, settings } = context
  // Without PUBLIC_URL, a forged header could decide which host the link leads to.
  const mailOfLinks = settings.PUBLIC_URL ? mail : noMail
  const render = messageRenderer(emailSender)
  serve(app, api.analytics, async () => ({ success: true, data: await analytics(db) }))
  serve(app, api.history, async ({ query }, reply) =>
    sendList(reply, await history.list(db, engine.search, query), query),
  )

  serve(app, api.checks, () => readChecks(db))

  serve(app, api.attachments.ids, async ({ query, user }) => {
    const found = await list(db, engine.search, withOwnId(query, user._id))
    if (found instanceof DomainError) return found
    return { ids: await found.ids(mostWrittenTo + 1) }
  })
  serve(app, api.attachments.counts, () => counts(db))
  serve(app, api.attachments.decide, ({ body, user }) => decisions.decide(db, body, user._id))
  serve(app, api.attachments.decline, ({ params, body, user }) =>
    decisions.decline(db, params._id, body, user._id),
  )
  serve(app, api.attachments.accept, ({ params, body, user }) =>
    decisions.setFlag(db, params._id, 'is_accepted', body, user._id),
  )
  serve(app, api.attachments.archive, ({ params, body, user }) =>
    decisions.setFlag(db, params._id, 'is_archived', body, user._id),
  )
  serve(app, api.attachments.messages, async ({ params }) => {
    const found = await attachments.get(db, params._id)
    return found instanceof DomainError ? found : messages.messagesOf(db, render, params._id)
  })
  const standardColumns = applicationColumns(settings.PUBLIC_URL)
  serveCrud<typeof api.attachments, Application>(app, context, api.attachments, {
    name: 'Application',
    list: (query, by) => list(db, engine.search, withOwnId(query, by)),
    get: (_id) => attachments.get(db, _id),
    create: (input, by) => attachments.create(db, input, by),
    update: (_id, input, by) => attachments.update(db, _id, input, by),
    remove: (_id, by) => attachments.remove(db, documentStore, _id, by),
    entity: 'attachment',
    filename: () => `industrial_attachments_${fileTimestamp()}.csv`,
    columns: async ({ intake }) => [
      ...Object.entries(standardColumns),
      ...(await questionColumns(db, intake, Object.keys(standardColumns), settings.PUBLIC_URL)),
    ],
    describeInvalid: applicationInputMessage,
  })
  serve(app, api.attachments.confirmUnlisted, ({ params, body, user }) =>
    confirmUnlisted(db, params._id, body, user._id),
  )
  serve(app, api.attachments.samePerson, ({ params }) => samePerson(db, params._id))
  serve(app, api.attachments.decidePair, ({ params, body, user }) =>
    decidePair(db, params, body, user._id),
  )
  for (const entity of Object.values(entities)) serveEntity(entity)
  serve(app, api.users.passwordLink, (request) =>
    createPasswordLink(db, mailOfLinks, request.params._id, publicUrl(request), request.user._id),
  )

  serve(app, api.users.endSecondFactor, ({ params, user }) =>
    resetSecondFactor(db, params._id, user._id),
  )
  serve(app, api.users.endSessions, ({ params, user }) => endSessionsOf(db, params._id, user._id))
  const { personalData } = api
  serve(app, personalData.export, ({ query, user }) =>
    exportPersonalData(db, render, query.ids, user._id),
  )
  serve(app, personalData.erase, ({ body, user }) => erase(db, engine, context, body.ids, user._id))

  serve(app, api.retention.get, () => retention(db))
  serve(app, api.retention.preview, ({ query }) => countDue(db, query))
  serve(app, api.retention.set, ({ body, user }) => setRetention(db, body, user._id))

  serve(app, api.messages.list, async ({ query }, reply) =>
    sendList(reply, await messages.list(db, engine.search, query), query),
  )
  serve(app, api.messages.counts, async (request) => {
    const reach = { carrier: smsCarrier, publicUrl: publicUrl(request) }
    const sms = await readSmsStatus(db, settings, reach)
    const [paused, resendable] = [await readPause(db), await countResendable(db)]
    const counted = await messages.counts(db)
    const sender = await emailSender()
    const unusable = await findUnusableTexts(db, sender)
    return {
      ...counted,
      carrier: emailCarrierName,
      paused,
      resendable,
      reportUrl: sms.reportUrl,
      sms,
      smsSender: smsSenderOf(sender),
      unusableTexts: unusable.map(({ name }) => name),
    }
  })
  serve(app, api.messages.resend, ({ body, user }) => resendAll(db, body, user._id))
  serve(app, api.messages.retry, ({ params, user }) => resend(db, params._id, user._id))

  function serveEntity(entity: Entity) {
    const { name, calls, import: declared } = entity
    serveCrud<Entity['calls'], EntityRecord>(app, context, calls, {
      name: inWords(name),
      list: (query) => entityService.list(db, entity, query),
      get: (_id) => entityService.get(db, entity, _id),
      create: (input, by) => entityService.create(db, entity, input, by),
      update: (_id, input, by) => entityService.update(db, entity, _id, input, by),
      remove: (_id, by) => entityService.remove(db, entity, _id, by),
      entity: name,
      filename: () => `${entity.table}.csv`,
      columns: entity.exportColumns,
    })
    if (!declared) return
    serve(app, declared.call, ({ body, user }) =>
      importRecords(db, entity, declared, body, user._id),
    )
  }
}

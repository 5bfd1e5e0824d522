import type { FastifyInstance } from 'fastify'

import { api } from '../../contract/api.ts'
import { serve } from '../http/serve.ts'
import { DomainError } from '../services/domain-error.ts'
import { planWriting } from '../services/messages/preview-writing.ts'
import { undoWriting, writeToMany } from '../services/messages/write-to-many.ts'
import { shareRun } from '../services/single-flight.ts'
import type { AppContext } from './context.ts'
import { smsTariff } from './sms-admin.ts'

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

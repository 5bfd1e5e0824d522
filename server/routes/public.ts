import type { FastifyInstance, FastifyRequest } from 'fastify'

import { api } from '../../contract/api.ts'
import type { Sentence } from '../../contract/language/kiswahili.ts'
import { serve } from '../http/serve.ts'
import * as lookups from '../services/reference-data/lookups.ts'
import * as own from '../services/applications/own-applications.ts'
import { withdraw } from '../services/applications/own-withdrawal.ts'
import { deleteUnattached } from '../services/documents/upload-rows.ts'
import { DomainError } from '../services/domain-error.ts'
import { requestAlert } from '../services/intakes/intake-alerts.ts'
import { publicIntakes } from '../services/intakes/public-intakes.ts'
import { sendPaper } from '../services/applications/papers/send-paper.ts'
import { extraErrors, submit } from '../services/applications/submissions.ts'
import { messagesOfSubmissions, offersSms } from '../settings.ts'
import type { AppContext } from './context.ts'

/** Routes of the public application form, and for applicants' own applications. */
export function publicRoutes(app: FastifyInstance, context: AppContext) {
  const { db, limiter, settings } = context
  serve(app, api.public.institutions, () => lookups.institutions(db))
  serve(app, api.public.departments, () => lookups.departments(db))
  serve(app, api.public.courses, ({ query }) => lookups.courses(db, query.institution))
  serve(app, api.public.intakes, () => publicIntakes(db, Date.now()))
  serve(app, api.public.notifyOfIntake, ({ body, ip }) => requestAlert(context, body, ip))

  serve(
    app,
    api.public.submit,
    async ({ body, headers, ip }) => {
      const idempotencyKey = headers['idempotency-key']
      const attempt = { address: ip, idempotencyKey, ...messagesOfSubmissions(settings) }
      const received = await submit(context, body, attempt)
      if (received instanceof DomainError) return received
      return { ...received, message: 'Your application has been received.' }
    },
    // Applicants see all errors at once, also those that depend on the intake.
    async (body, fields) => {
      const ofQuestions = await extraErrors(db, body, Date.now())
      const message: Sentence =
        'Failed to submit application. Please check all fields and try again.'
      return { message, fields: { ...fields, ...ofQuestions } }
    },
  )

  const isSmsOffered = offersSms(settings)
  serve(app, api.public.ownApplication, ({ body, ip }) => own.getStatus(context, body, ip))
  serve(app, api.public.ownAnswers, ({ body, ip }) => own.getAnswers(context, body, ip))
  serve(app, api.public.answerOffer, ({ body, ip }) => own.answerOffer(context, body, ip))
  serve(app, api.public.setContactBy, ({ body, ip }) =>
    own.setContactBy({ db, limiter, isSmsOffered }, body, ip),
  )
  serve(app, api.public.withdraw, ({ body, ip }) => withdraw(context, body, ip))
  serve(app, api.public.replaceDocument, async (request) => {
    const replaced = await own.replaceOwnDocument(context, request.body, request.ip)
    await deleteReplaced(request)
    return replaced
  })
  serve(app, api.public.sendPaper, async (request) => {
    const sent = await sendPaper(context, request.body, request.ip)
    await deleteReplaced(request)
    return sent
  })

  /** If this fails, the hourly cleanup deletes the old file. */
  function deleteReplaced({ log, id: requestId }: Pick<FastifyRequest, 'log' | 'id'>) {
    return deleteUnattached(context).catch((error: unknown) =>
      log.error({ requestId, err: error }, 'a replaced document could not be deleted'),
    )
  }
}

import type { FastifyInstance } from 'fastify'

import { api } from '../../contract/api.ts'
import type { Sentence } from '../../contract/language/kiswahili.ts'
import { serve } from '../http/serve.ts'
import * as lookups from '../services/reference-data/lookups.ts'
import * as ownApplications from '../services/applications/own-applications.ts'
import { setContactBy } from '../services/applications/own-contact-by.ts'
import { withdraw } from '../services/applications/own-withdrawal.ts'
import { deleteUnattached } from '../services/documents/cleanup.ts'
import { DomainError } from '../services/domain-error.ts'
import { requestAlert } from '../services/intakes/intake-alerts.ts'
import { publicIntakes } from '../services/intakes/public-intakes.ts'
import { submit } from '../services/applications/submissions.ts'
import { offersSms, smsOfSubmissions } from '../settings.ts'
import type { AppContext } from './context.ts'

/** Routes of the public application form, and for applicants' own applications. */
export function publicRoutes(app: FastifyInstance, context: AppContext) {
  const { db, limiter, settings } = context
  serve(app, api.public.institutions, () => lookups.institutions(db))
  serve(app, api.public.departments, () => lookups.departments(db))
  serve(app, api.public.courses, ({ query }) => lookups.courses(db, query.institution))
  serve(app, api.public.intakes, () => publicIntakes(db, Date.now()))
  serve(app, api.public.notifyOfIntake, ({ body, ip }) => requestAlert(db, limiter, body, ip))

  serve(
    app,
    api.public.submit,
    async ({ body, headers, ip }) => {
      const idempotencyKey = headers['idempotency-key']
      const attempt = { address: ip, idempotencyKey, ...smsOfSubmissions(settings) }
      const received = await submit(db, limiter, body, attempt)
      if (received instanceof DomainError) return received
      return { ...received, message: 'Your application has been received.' }
    },
    (): Sentence => 'Failed to submit application. Please check all fields and try again.',
  )

  serve(app, api.public.ownApplication, ({ body, ip }) =>
    ownApplications.getStatus(db, limiter, body, ip),
  )
  serve(app, api.public.ownAnswers, ({ body, ip }) =>
    ownApplications.getAnswers(db, limiter, body, ip),
  )
  serve(app, api.public.answerOffer, ({ body, ip }) =>
    ownApplications.answerOffer(db, limiter, body, ip),
  )
  serve(app, api.public.setContactBy, ({ body, ip }) =>
    setContactBy({ db, limiter, isSmsOffered: offersSms(settings) }, body, ip),
  )
  serve(app, api.public.withdraw, ({ body, ip }) => withdraw(db, limiter, body, ip))
  serve(app, api.public.replaceDocument, async ({ body, ip, log, id: requestId }) => {
    const replaced = await ownApplications.replaceOwnDocument(db, limiter, body, ip)
    // If this fails, the hourly cleanup deletes the old file.
    await deleteUnattached(context).catch((error: unknown) =>
      log.error({ requestId, err: error }, 'a replaced document could not be deleted'),
    )
    return replaced
  })
}

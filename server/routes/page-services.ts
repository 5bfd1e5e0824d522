import type { FastifyRequest } from 'fastify'

import type { FormLists, PageRefusal, PageServices } from '../../app/page-context.ts'
import { applicationSubmission } from '../../contract/application.ts'
import { fieldMessages } from '../../contract/first-messages.ts'
import { applicantCredentials, type ApplicantCredentials } from '../../contract/own-application.ts'
import type { Database } from '../database/tables.ts'
import { httpStatus } from '../http/error-handler.ts'
import * as lookups from '../services/reference-data/lookups.ts'
import * as ownApplications from '../services/applications/own-applications.ts'
import { DomainError, unavailable } from '../services/domain-error.ts'
import { submit } from '../services/applications/submissions.ts'
import type { AppContext } from './context.ts'

/** The services that the loaders and actions of pages call during one request. */
export function servicesFor(
  { db, limiter }: AppContext,
  { ip, log, id: requestId }: FastifyRequest,
): PageServices {
  return {
    formLists: () => formLists(db),

    async submit(answers, idempotencyKey) {
      const checked = applicationSubmission.safeParse(answers)
      if (!checked.success) return invalid(checked.error)
      const attempt = { address: ip, idempotencyKey }
      return outcomeOf(() => submit(db, limiter, checked.data, attempt))
    },

    seeOwn: (shown) => about(shown, (own) => ownApplications.getStatus(db, limiter, own, ip)),
    copyOwn: (shown) => about(shown, (own) => ownApplications.getAnswers(db, limiter, own, ip)),
    withdrawOwn: (shown) => about(shown, (own) => ownApplications.withdraw(db, limiter, own, ip)),
  }

  async function about<T>(
    shown: unknown,
    ask: (own: ApplicantCredentials) => Promise<T | DomainError>,
  ) {
    const checked = applicantCredentials.safeParse(shown)
    return checked.success ? outcomeOf(() => ask(checked.data)) : invalid(checked.error)
  }

  async function outcomeOf<T>(work: () => Promise<T | DomainError>): Promise<T | PageRefusal> {
    try {
      const applyDecision = await work()
      return applyDecision instanceof DomainError ? refused(applyDecision) : applyDecision
    } catch (error) {
      log.error({ requestId, err: error }, 'what a form asked for failed')
      const domainError = unavailable(error)
      return domainError ? refused(domainError) : { status: 500, message: '' }
    }
  }
}

function invalid({ issues }: { issues: Parameters<typeof fieldMessages>[0] }): PageRefusal {
  return { status: 422, message: '', fields: fieldMessages(issues) }
}

function refused({ kind, message, fields, retryAfter }: DomainError): PageRefusal {
  return {
    status: httpStatus[kind],
    message,
    ...(fields && { fields }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

export async function formLists(db: Database): Promise<FormLists> {
  const [institutions, departments, courses] = await Promise.all([
    lookups.institutions(db),
    lookups.departments(db),
    lookups.courses(db),
  ])
  return { institutions, departments, courses }
}

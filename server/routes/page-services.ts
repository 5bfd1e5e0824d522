import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import type { PageRefusal, PageServices, TranslatedFormLists } from '../../app/page-context.ts'
import { applicationSubmission } from '../../contract/application/application.ts'
import { intakeAlertInput } from '../../contract/intake/intake.ts'
import { fieldMessages } from '../../contract/first-messages.ts'
import {
  applicantCredentials,
  ownContactBy,
  ownOfferAnswer,
  ownPaper,
  ownReplacement,
} from '../../contract/application/own-application.ts'
import type { PageSentence } from '../../contract/language/kiswahili-server.ts'
import type { Database } from '../database/tables.ts'
import { httpStatus, wentWrong } from '../http/error-handler.ts'
import * as lookups from '../services/reference-data/lookups.ts'
import * as ownApplications from '../services/applications/own-applications.ts'
import { withdraw } from '../services/applications/own-withdrawal.ts'
import { PublicError, unavailable } from '../services/domain-error.ts'
import { byContent, submit } from '../services/applications/submissions.ts'
import { readRequest, replaceByLink } from '../services/documents/document-requests.ts'
import {
  answerByLink,
  readAnswersRequest,
  makeOwnLink,
} from '../services/applications/questions/answer-requests.ts'
import { wasJustUsed } from '../services/documents/used-links.ts'
import { requestAlert } from '../services/intakes/intake-alerts.ts'
import { keptUploads } from '../services/documents/documents.ts'
import { sendPaper } from '../services/applications/papers/send-paper.ts'
import { verifyLetter } from '../services/letters/verify-letter.ts'
import { messagesOfSubmissions, offersSms } from '../settings.ts'
import type { AppContext } from './context.ts'

/** The services that the loaders and actions of pages call during one request. */
export function servicesFor(
  context: AppContext,
  { ip, log, id: requestId }: FastifyRequest,
  { readForm, content }: Pick<PageServices, 'readForm' | 'content'>,
): PageServices {
  const { db, limiter, settings } = context
  const isSmsOffered = offersSms(settings)
  return {
    content,
    formLists: () => formLists(db),
    readForm,
    documentMaxMb: settings.DOCUMENT_MAX_MB,
    isSmsOffered,

    keptFiles(values) {
      return keptUploads(db, values).catch((error: unknown) => {
        log.error({ requestId, err: error }, 'the files of a form could not be looked up')
        return null
      })
    },

    submit: (answers, idempotencyKey) =>
      withValid(applicationSubmission, answers, (application) =>
        submit(context, application, {
          address: ip,
          idempotencyKey: idempotencyKey ?? byContent,
          ...messagesOfSubmissions(settings),
        }),
      ),
    seeOwn: forValid(applicantCredentials, ownApplications.getStatus),
    copyOwn: forValid(applicantCredentials, ownApplications.getAnswers),
    withdrawOwn: forValid(applicantCredentials, withdraw),
    answerOffer: forValid(ownOfferAnswer, ownApplications.answerOffer),
    setContactBy: (choice) =>
      withValid(ownContactBy, choice, (own) =>
        ownApplications.setContactBy({ db, limiter, isSmsOffered }, own, ip),
      ),
    sendPaper: forValid(ownPaper, sendPaper),
    replaceOwnDocument: forValid(ownReplacement, ownApplications.replaceOwnDocument),
    requestIntakeAlert: forValid(intakeAlertInput, requestAlert),
    readDocumentRequest: (token) => outcomeOf(() => readRequest(db, token)),
    answerDocumentRequest: (token, key) => outcomeOf(() => replaceByLink(db, token, key)),
    readAnswersRequest: (token) => outcomeOf(() => readAnswersRequest(db, token)),
    answerQuestions: (token, extra) => outcomeOf(() => answerByLink(context, token, extra, ip)),
    wasJustUsed: async (token) => (await outcomeOf(() => wasJustUsed(db, token))) === true,
    makeAnswersLink: forValid(applicantCredentials, makeOwnLink),
    verifyLetter: (code) => outcomeOf(() => verifyLetter(context, code, ip)),
  }

  function forValid<Valid, T>(
    schema: z.ZodMiniType<Valid>,
    service: (context: AppContext, valid: Valid, address: string) => Promise<T | PublicError>,
  ) {
    return (values: unknown) => withValid(schema, values, (valid) => service(context, valid, ip))
  }

  /** Calls a service with the values of a form, if they are valid. */
  async function withValid<Valid, T>(
    schema: z.ZodMiniType<Valid>,
    values: unknown,
    work: (valid: Valid) => Promise<T | PublicError>,
  ) {
    const { success, data, error } = schema.safeParse(values)
    return success ? outcomeOf(() => work(data)) : invalid(error)
  }

  async function outcomeOf<T>(work: () => Promise<T | PublicError>): Promise<T | PageRefusal> {
    try {
      const outcome = await work()
      return outcome instanceof PublicError ? refused(outcome) : outcome
    } catch (error) {
      log.error({ requestId, err: error }, 'what a form asked for failed')
      const domainError = unavailable(error)
      return domainError ? refused(domainError) : { status: 500, message: wentWrong }
    }
  }
}

function invalid({ issues }: { issues: Parameters<typeof fieldMessages>[0] }): PageRefusal {
  const message: PageSentence = 'Please check these fields and try again.'
  return { status: 422, message, fields: fieldMessages(issues) }
}

function refused({ kind, wording, errors, retryAfter }: PublicError): PageRefusal {
  return {
    status: httpStatus[kind],
    message: wording,
    ...(errors && { fields: errors }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

export async function formLists(db: Database): Promise<TranslatedFormLists> {
  const [institutions, departments, courses] = await Promise.all([
    lookups.institutions(db),
    lookups.departments(db),
    lookups.courses(db),
  ])
  return {
    institutions,
    departments,
    courses: courses.map(({ label, ...course }) => ({ ...course, name: label })),
  }
}

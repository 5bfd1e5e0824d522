import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { ErrorResponse } from '../../contract/error-response.ts'
import { fieldMessages } from '../../contract/first-messages.ts'
import type { Sentence } from '../../contract/language/kiswahili.ts'
import { unavailable, type DomainError } from '../services/domain-error.ts'

export const httpStatus: Record<DomainError['kind'], number> = {
  not_found: 404,
  conflict: 409,
  invalid: 422,
  too_large: 413,
  unauthorized: 401,
  rate_limited: 429,
  unavailable: 503,
}

export const tooLarge: Sentence = 'This is too large. Please shorten your texts.'

export const wentWrong: Sentence = 'Something went wrong on our side. Please try again.'

/** Messages for errors of Fastify that happen before a request reaches its route. */
const sentences: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Please send JSON, with the content type application/json.',
  FST_ERR_CTP_EMPTY_TYPE: 'Please send JSON, with the content type application/json.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as announced.',
}

/**
 * Sends an error as JSON. `message` and `error` hold the same sentence. A server error (5xx) also
 * has the id of the request, by which operators find the error in the log.
 */
export function sendError(
  reply: FastifyReply,
  status: number,
  message: string,
  fields?: ErrorResponse['fields'],
  details: DomainError['details'] = {},
) {
  const body: ErrorResponse = {
    message,
    error: message,
    ...(fields && { fields }),
    ...details,
    ...(status >= 500 && { requestId: reply.request.id }),
  }
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

export function sendDomainError(reply: FastifyReply, domainError: DomainError) {
  if (domainError.retryAfter !== undefined) reply.header('retry-after', domainError.retryAfter)
  const { kind, message, fields, details } = domainError
  return sendError(reply, httpStatus[kind], message, fields, details)
}

/** Answers every error with a status and a sentence. Only the log has details of server errors. */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (!error.validation) return sendFailure(error, request, reply)
    return sendInvalid(error, request, reply).catch((failure: FastifyError) =>
      sendFailure(failure, request, reply),
    )
  })
  app.setNotFoundHandler((_request, reply) => sendError(reply, 404, 'There is no such call.'))
}

function sendFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500
  if (status < 500) {
    return sendError(reply, status, sentences[error.code] ?? 'This request is malformed.')
  }
  if (!hasLeft(reply, error)) {
    request.log.error({ requestId: request.id, err: error }, 'request failed')
  }
  const domainError = unavailable(error)
  if (domainError) return sendDomainError(reply, domainError)
  return sendError(reply, 500, wentWrong)
}

/** Whether a stream ended early because its client has left: no error of ours. */
function hasLeft({ raw }: FastifyReply, { code }: FastifyError) {
  return raw.destroyed && code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** The error message of an invalid body, and its errors by field. */
interface InvalidBody {
  message: string
  fields: Record<string, string>
}

/** Makes the error message of a route for an invalid body. It may add errors that the contract cannot find. */
export type DescribeInvalid = (
  body: Record<string, unknown>,
  fields: Record<string, string>,
) => string | Promise<InvalidBody>

declare module 'fastify' {
  interface FastifyContextConfig {
    describeInvalid?: DescribeInvalid
    hasFieldPaths?: true
  }
}

async function sendInvalid(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const issues = (error.validation ?? []).map(issueOf)
  const { hasFieldPaths } = request.routeOptions.config
  const fields = fieldMessages(hasFieldPaths ? issues.map(withOnePath) : issues)
  switch (error.validationContext) {
    case 'params':
      return sendError(reply, 404, 'This record does not exist. It may have been deleted.')
    case 'body': {
      const { body } = request
      if (body === null || typeof body !== 'object' || Array.isArray(body)) {
        return sendError(reply, 400, 'The body must be a JSON object.')
      }
      const describe = request.routeOptions.config.describeInvalid ?? describeFields
      const described = await describe({ ...body }, fields)
      if (typeof described === 'string') return sendError(reply, 422, described, fields)
      return sendError(reply, 422, described.message, described.fields)
    }
    default:
      return sendError(reply, 400, describeFields({}, fields), fields)
  }
}

function describeFields(_body: Record<string, unknown>, fields: Record<string, string>) {
  const wrong = Object.entries(fields).map(([name, message]) => `${name}: ${message}`)
  return `Please check: ${wrong.join('; ')}`
}

function withOnePath({ path, message }: ReturnType<typeof issueOf>) {
  return { path: [path.join('.')], message }
}

function issueOf({ instancePath, message }: { instancePath: string; message?: string }) {
  return { path: instancePath.split('/').slice(1), message: message ?? 'Not valid' }
}

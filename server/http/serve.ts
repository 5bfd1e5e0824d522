import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import type { Endpoint } from '../../contract/endpoint.ts'
import { errorResponse } from '../../contract/error-response.ts'
import type { User } from '../../contract/account/user.ts'
import { DomainError } from '../services/domain-error.ts'
import { sendDomainError, type DescribeInvalid } from './error-handler.ts'
import { requireAccess } from './guard.ts'
import { uploadTimeout } from './request-timeout.ts'

/** Bytes above which a body has as much time as the files of an application. */
const slowBody = 5_000_000

type Output<T> = T extends z.ZodMiniType ? z.output<T> : undefined

/** A request whose parts have been validated against the contract. */
export type ValidatedRequest<E extends Endpoint> = Omit<
  FastifyRequest,
  'params' | 'query' | 'headers' | 'body'
> & {
  params: Output<E['params']>
  query: Output<E['query']>
  headers: E['headers'] extends z.ZodMiniType
    ? z.output<E['headers']> & FastifyRequest['headers']
    : FastifyRequest['headers']
  body: Output<E['body']>
  /** The signed-in user; null at runtime if the endpoint is public. */
  user: User
}

/**
 * Registers the route of an endpoint. The route checks access, validates the request and calls
 * `handle`. It sends the returned JSON, or the returned DomainError. A handler with another kind of
 * answer sends it through `reply`.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (request: ValidatedRequest<E>, reply: FastifyReply) => unknown,
  describeInvalid?: DescribeInvalid,
) {
  const { method, path, summary, status, access, params, query, headers, body, response } = endpoint
  const { longestBody = 0, mediaTypes = ['text/csv'], hasFieldPaths } = endpoint
  app.route({
    method,
    url: path,
    onRequest: requireAccess(access),
    ...(longestBody > 0 && { bodyLimit: longestBody }),
    config: {
      ...(describeInvalid && { describeInvalid }),
      ...(hasFieldPaths && { hasFieldPaths }),
      ...(longestBody > slowBody && { bodyTimeout: uploadTimeout }),
    },
    schema: {
      summary,
      tags: [tagOf(path)],
      security: access === 'public' ? [] : [{ bearer: [] }],
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      ...(body && { body }),
      response: {
        [status]: response ?? fileOf(mediaTypes),
        '4xx': errorResponse,
        '5xx': errorResponse,
      },
    },
    handler: async (request, reply) => {
      const answer = await handle(request as unknown as ValidatedRequest<E>, reply)
      if (answer instanceof DomainError) return sendDomainError(reply, answer)
      // A handler that has sent its answer resolves to undefined once the answer has ended, also if
      // the client has left. Then `reply.sent` is false, although nothing more can be sent.
      if (answer === undefined) return undefined
      return reply.code(status).send(answer)
    },
  })
}

/** The answer in the OpenAPI document for endpoints without a JSON answer. */
function fileOf(mediaTypes: readonly string[]) {
  const content = mediaTypes.map((type) => [type, { schema: z.string() }])
  return { description: 'A file', content: Object.fromEntries(content) }
}

/** The group of an endpoint in the OpenAPI document. */
function tagOf(path: string) {
  const [, area = '', entity = ''] = path.split('/')
  if (area !== 'admin') return area === 'auth' ? 'Sessions' : 'Public'
  return `Back office: ${entity}`
}

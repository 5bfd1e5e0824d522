import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Endpoint } from '../../contract/endpoint.ts'
import type { User } from '../../contract/user.ts'
import { sendError } from './error-handler.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Who a bearer token belongs to. */
    authenticate: (token: string) => Promise<User | undefined>
  }
  interface FastifyRequest {
    user: User | null
  }
}

/** Lets a request through to a call only if its bearer token allows it. */
export function requireAccess(access: Endpoint['access']) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (access === 'public') return undefined
    const token = bearerToken(request)
    request.user = token ? ((await request.server.authenticate(token)) ?? null) : null
    if (!request.user) {
      return sendError(reply, 401, 'Please sign in. Your session may have expired.')
    }
    if (access === 'admin' && request.user.role !== 'admin') {
      return sendError(reply, 403, 'Access denied. Admin privileges required.')
    }
    return undefined
  }
}

/** The token of `Authorization: Bearer …`, or undefined. */
export function bearerToken(request: Pick<FastifyRequest, 'headers'>) {
  return /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}

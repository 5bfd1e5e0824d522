import type { FastifyReply, FastifyRequest } from 'fastify'

import { type Endpoint, type RoleAccess, rolesWith } from '../../contract/endpoint.ts'
import type { User } from '../../contract/account/user.ts'
import { sendError } from './error-handler.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Finds the user of a bearer token. */
    authenticate: (token: string) => Promise<User | undefined>
  }
  interface FastifyRequest {
    user: User | null
  }
}

/** A hook that rejects requests whose bearer token does not give the required access. */
export function requireAccess(access: Endpoint['access']) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (access === 'public') return undefined
    const token = bearerToken(request)
    request.user = token ? ((await request.server.authenticate(token)) ?? null) : null
    if (!request.user) {
      return sendError(reply, 401, 'Please sign in. Your session may have expired.')
    }
    if (access === 'session' || hasAccess(request.user, access)) return undefined
    return sendError(reply, 403, denied[access])
  }
}

export function hasAccess({ role }: User, access: RoleAccess) {
  const allowed: readonly User['role'][] = rolesWith[access]
  return allowed.includes(role)
}

const denied: Record<RoleAccess, string> = {
  admin: 'Access denied. Admin privileges required.',
  editor: 'Access denied. Only editors and administrators may change content.',
}

/** Reads the token of `Authorization: Bearer …`. */
export function bearerToken(request: Pick<FastifyRequest, 'headers'>) {
  return /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}

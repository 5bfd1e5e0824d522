import type { FastifyReply, FastifyRequest } from 'fastify'

import { bearerToken, hasAccess } from './guard.ts'
import { queryOf } from './url-path.ts'

/** Seconds for which a browser may show previews. The back office renews the cookie. */
const maxAge = 10 * 60

type Sender = Pick<FastifyRequest, 'protocol' | 'headers'>

const cookieName = ({ protocol }: Sender) => (protocol === 'https' ? '__Host-preview' : 'preview')

/**
 * Hands the session over to the pages, for previews. Scripts cannot read the cookie, requests that
 * other sites cause do not have it, and only addresses with `draft=1` heed it.
 */
export function allowPreview(request: Sender, reply: FastifyReply) {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`
  reply.header('set-cookie', `${cookieName(request)}=${bearerToken(request) ?? ''}; ${attributes}`)
}

/** Whether a request asks for drafts, and comes from somebody who may edit them. */
export async function isPreview(request: FastifyRequest) {
  if (request.method === 'POST' || !/[?&]draft=1(?:&|$)/.test(queryOf(request.url))) return false
  const token = bearerToken(request) ?? tokenInCookie(request)
  const user = token && (await request.server.authenticate(token))
  return Boolean(user && hasAccess(user, 'editor'))
}

function tokenInCookie(request: FastifyRequest) {
  const name = cookieName(request)
  const cookies = (request.headers.cookie ?? '').split(/; */)
  const found = cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
  return found && /^[\w-]{1,200}$/.test(found) ? found : undefined
}

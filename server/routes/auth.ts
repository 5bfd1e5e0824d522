import type { FastifyInstance, FastifyRequest } from 'fastify'

import { api } from '../../contract/api.ts'
import { bearerToken } from '../http/guard.ts'
import { serve } from '../http/serve.ts'
import {
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
  setPassword,
  signIn,
  signOut,
} from '../services/sessions.ts'
import type { AppContext } from './context.ts'

/** Signing in and out, the own sessions, and passwords. */
export function authRoutes(app: FastifyInstance, { db, limiter }: AppContext) {
  serve(app, api.auth.login, ({ body, ip, headers }) =>
    signIn(db, limiter, body, { address: ip, userAgent: headers['user-agent'] }),
  )
  serve(app, api.auth.me, ({ user }) => ({ user }))
  serve(app, api.auth.logout, (request) => signOut(db, request.user, tokenOf(request)))
  serve(app, api.auth.sessions, (request) => listSessions(db, request.user, tokenOf(request)))
  serve(app, api.auth.endSession, ({ params, user }) => endSession(db, user, params._id))
  serve(app, api.auth.endOtherSessions, (request) =>
    endOtherSessions(db, request.user, tokenOf(request)),
  )
  serve(app, api.auth.setPassword, ({ body, ip }) => setPassword(db, limiter, body, ip))
  serve(app, api.auth.changePassword, ({ body, user, headers }) =>
    changePassword(db, limiter, user, body, headers['user-agent']),
  )
}

/** Whoever has come through the guard has one. */
function tokenOf(request: Pick<FastifyRequest, 'headers'>) {
  return bearerToken(request) ?? ''
}

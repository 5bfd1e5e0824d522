import type { FastifyInstance, FastifyRequest } from 'fastify'

import { api } from '../../contract/api.ts'
import { bearerToken } from '../http/guard.ts'
import { serve } from '../http/serve.ts'
import { changePassword } from '../services/accounts/change-password.ts'
import { setPassword } from '../services/accounts/password-links.ts'
import {
  confirmSecondFactor,
  endSecondFactor,
  prepareSecondFactor,
  secondFactorOf,
} from '../services/accounts/second-factor.ts'
import {
  endOtherSessions,
  endSession,
  listSessions,
  signOut,
} from '../services/accounts/sessions.ts'
import { signIn } from '../services/accounts/sign-in.ts'
import type { AppContext } from './context.ts'

/** Routes to sign in and out, and for the user's own sessions, password and second factor. */
export function authRoutes(app: FastifyInstance, context: AppContext) {
  const { db, publicUrl } = context
  serve(app, api.auth.login, ({ body, ip, headers }) =>
    signIn(context, body, { address: ip, userAgent: headers['user-agent'] }),
  )
  serve(app, api.auth.me, ({ user }) => ({ user }))
  serve(app, api.auth.logout, (request) => signOut(db, request.user, tokenOf(request)))
  serve(app, api.auth.sessions, (request) => listSessions(db, request.user, tokenOf(request)))
  serve(app, api.auth.endSession, ({ params, user }) => endSession(db, user, params._id))
  serve(app, api.auth.endOtherSessions, (request) =>
    endOtherSessions(db, request.user, tokenOf(request)),
  )
  serve(app, api.auth.setPassword, ({ body, ip }) => setPassword(context, body, ip))
  serve(app, api.auth.changePassword, ({ body, user, headers }) =>
    changePassword(context, user, body, headers['user-agent']),
  )
  serve(app, api.auth.secondFactor, ({ user }) => secondFactorOf(db, user))
  serve(app, api.auth.prepareSecondFactor, (request) => {
    const { host } = new URL(publicUrl(request))
    return prepareSecondFactor(context, request.user, request.body.password, host)
  })
  serve(app, api.auth.confirmSecondFactor, ({ body, user }) =>
    confirmSecondFactor(context, user, body.code),
  )
  serve(app, api.auth.endSecondFactor, ({ body, user }) => endSecondFactor(context, user, body))
}

/** The bearer token of the request. `requireAccess` has already checked it. */
function tokenOf(request: Pick<FastifyRequest, 'headers'>) {
  return bearerToken(request) ?? ''
}

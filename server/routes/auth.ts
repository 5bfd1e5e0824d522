import type { FastifyInstance } from 'fastify'

import { api } from '../../contract/api.ts'
import { bearerToken } from '../http/guard.ts'
import { serve } from '../http/serve.ts'
import { changePassword, setPassword, signIn, signOut } from '../services/sessions.ts'
import type { AppContext } from './context.ts'

/** Signing in and out, and passwords. */
export function authRoutes(app: FastifyInstance, { db, limiter }: AppContext) {
  serve(app, api.auth.login, ({ body, ip }) => signIn(db, limiter, body, ip))
  serve(app, api.auth.me, ({ user }) => ({ user }))
  serve(app, api.auth.logout, (request) => signOut(db, bearerToken(request) ?? ''))
  serve(app, api.auth.setPassword, ({ body, ip }) => setPassword(db, limiter, body, ip))
  serve(app, api.auth.changePassword, ({ body, user }) => changePassword(db, limiter, user, body))
}

import { useSyncExternalStore } from 'react'

import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Credentials, Session } from '../../contract/session.ts'
import type { User } from '../../contract/user.ts'
import { ApiError, call, callPage, type CallOptions } from './call.ts'

/** Keys in localStorage. */
const keys = { token: 'token', user: 'user' }
const changed = 'session-changed'

/** Bearer token of the session; null when signed out, undefined on the server. */
export function useToken() {
  return useSyncExternalStore<string | null | undefined>(subscribe, storedToken, () => undefined)
}

let expiries = 0

/** Number of expired sessions since the page was loaded. */
export function useExpiries() {
  return useSyncExternalStore(
    subscribe,
    () => expiries,
    () => 0,
  )
}

/** True for a 401 of the session, which a new sign-in answers. */
export function isExpiry(error: unknown) {
  return error instanceof ApiError && error.status === 401
}

export async function signIn(credentials: Credentials): Promise<User> {
  const session = await call(api.auth.login, { body: credentials })
  keep(session)
  return session.user
}

/** Signs out at once; the request to the server runs in the background. */
export function signOut() {
  const token = storedToken()
  endSession()
  call(api.auth.logout, { token }).catch(() => {})
}

/** Changes the user's own password. All sessions end, and this browser gets a new one. */
export async function changePassword(body: { currentPassword: string; password: string }) {
  keep(await request(api.auth.changePassword, { body }))
}

export function endSession() {
  localStorage.removeItem(keys.token)
  localStorage.removeItem(keys.user)
  window.dispatchEvent(new Event(changed))
}

/** `call` with the session's token; a 401 ends the session. */
export function request<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}) {
  const token = storedToken()
  return call(endpoint, { ...options, token }).catch(endOn401(token))
}

/** Options of `useQuery` for a call: `useQuery(queryOf(['sessions'], api.auth.sessions))`. */
export function queryOf<E extends Endpoint>(
  queryKey: readonly unknown[],
  endpoint: E,
  options: CallOptions<E> = {},
) {
  return {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => request(endpoint, { ...options, signal }),
  }
}

/** `callPage` with the session's token; a 401 ends the session. */
export function requestPage<E extends Endpoint>(endpoint: E, options: CallOptions<E>) {
  const token = storedToken()
  return callPage(endpoint, { ...options, token }).catch(endOn401(token))
}

function keep({ token, user }: Session) {
  localStorage.setItem(keys.token, token)
  localStorage.setItem(keys.user, JSON.stringify(user))
  window.dispatchEvent(new Event(changed))
}

/** Ignores a late 401 for a token that a new sign-in has replaced. */
function endOn401(sent: string | null) {
  return (error: unknown): never => {
    if (isExpiry(error) && sent === storedToken()) {
      expiries++
      endSession()
    }
    throw error
  }
}

/** A token without a stored user is ignored. */
function storedToken() {
  return localStorage.getItem(keys.user) === null ? null : localStorage.getItem(keys.token)
}

/** Reports changes in this tab and, by `storage` events, in others. */
function subscribe(listener: () => void) {
  const events = [changed, 'storage']
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}

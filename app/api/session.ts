import { useSyncExternalStore } from 'react'

import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Credentials, Session } from '../../contract/session.ts'
import type { User } from '../../contract/user.ts'
import { ApiError, call, callPage, type CallOptions } from './call.ts'

/** Where the browser keeps who is signed in (specification, section 3). */
const keys = { token: 'token', user: 'user' }
const changed = 'session-changed'

/** The bearer token of who is signed in, null for nobody; undefined on the server. */
export function useToken() {
  return useSyncExternalStore<string | null | undefined>(subscribe, storedToken, () => undefined)
}

let expiries = 0

/** How often the server has refused a session since the page was opened. */
export function useExpiries() {
  return useSyncExternalStore(
    subscribe,
    () => expiries,
    () => 0,
  )
}

/** Whether it says that the session has ended, which is answered by signing in again. */
export function isExpiry(error: unknown) {
  return error instanceof ApiError && error.status === 401
}

/** Signs in and keeps the session. */
export async function signIn(credentials: Credentials): Promise<User> {
  const session = await call(api.auth.login, { body: credentials })
  keep(session)
  return session.user
}

/** Signs out here at once; the server is told, but not waited for. */
export function signOut() {
  const token = storedToken()
  endSession()
  call(api.auth.logout, { token }).catch(() => {})
}

/** Changes the own password: all sessions end, this browser goes on with a new one. */
export async function changePassword(body: { currentPassword: string; password: string }) {
  keep(await request(api.auth.changePassword, { body }))
}

/** Forgets who is signed in. */
export function endSession() {
  localStorage.removeItem(keys.token)
  localStorage.removeItem(keys.user)
  window.dispatchEvent(new Event(changed))
}

/** `call` in the name of who is signed in; a 401 ends the session (specification, section 8). */
export function request<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}) {
  const token = storedToken()
  return call(endpoint, { ...options, token }).catch(endOn401(token))
}

/** `callPage` in the same way. */
export function requestPage<E extends Endpoint>(endpoint: E, options: CallOptions<E>) {
  const token = storedToken()
  return callPage(endpoint, { ...options, token }).catch(endOn401(token))
}

function keep({ token, user }: Session) {
  localStorage.setItem(keys.token, token)
  localStorage.setItem(keys.user, JSON.stringify(user))
  window.dispatchEvent(new Event(changed))
}

/** A late refusal of a session that another has followed ends nothing. */
function endOn401(sent: string | null) {
  return (error: unknown): never => {
    if (isExpiry(error) && sent === storedToken()) {
      expiries++
      endSession()
    }
    throw error
  }
}

/** A token without a user counts as none. */
function storedToken() {
  return localStorage.getItem(keys.user) === null ? null : localStorage.getItem(keys.token)
}

/** Hears of changes in this tab and, by `storage`, of those in others. */
function subscribe(listener: () => void) {
  const events = [changed, 'storage']
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}

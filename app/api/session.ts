import { useSyncExternalStore } from 'react'

import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Credentials, Session } from '../../contract/session.ts'
import type { User } from '../../contract/user.ts'
import { ApiError, call, callPage, type CallOptions } from './call.ts'

/** Keys in localStorage. */
const keys = { token: 'token', user: 'user' }
const changed = 'session-changed'

/** Bearer token of the session; null when signed out, undefined during server rendering. */
export function useToken() {
  return useSyncExternalStore<string | null | undefined>(subscribe, storedToken, () => undefined)
}

let expiries = 0

/** Number of sessions that have expired since the page was loaded. */
export function useExpiries() {
  return useSyncExternalStore(
    subscribe,
    () => expiries,
    () => 0,
  )
}

/** True for a reply 401: the session has expired, and the user has to sign in again. */
export function isExpiry(error: unknown) {
  return error instanceof ApiError && error.status === 401
}

export async function signIn(credentials: Credentials): Promise<User> {
  const session = await call(api.auth.login, { body: credentials })
  keep(session)
  return session.user
}

/** Signs out at once. The request that ends the session on the server runs in the background. */
export function signOut() {
  const token = storedToken()
  endSession()
  call(api.auth.logout, { token }).catch(() => {})
}

/** Changes the user's own password. The server ends all sessions and returns a new token. */
export async function changePassword(body: { currentPassword: string; password: string }) {
  keep(await request(api.auth.changePassword, { body }))
}

export function endSession() {
  store(keys.token, null)
  store(keys.user, null)
  window.dispatchEvent(new Event(changed))
}

/** Calls the API with the session's token. A reply 401 ends the session in this browser. */
export function request<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}) {
  const token = storedToken()
  return call(endpoint, { ...options, token }).catch(endOn401(token))
}

/** `useQuery` options for an API call: `useQuery(queryOf(['sessions'], api.auth.sessions))`. */
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

/** Fetches a page of a list with the session's token. A reply 401 ends the session. */
export function requestPage<E extends Endpoint>(endpoint: E, options: CallOptions<E>) {
  const token = storedToken()
  return callPage(endpoint, { ...options, token }).catch(endOn401(token))
}

function keep({ token, user }: Session) {
  store(keys.token, token)
  store(keys.user, JSON.stringify(user))
  window.dispatchEvent(new Event(changed))
}

/** Ends the session after a reply 401, unless a new sign-in has already replaced the token. */
function endOn401(sent: string | null) {
  return (error: unknown): never => {
    if (isExpiry(error) && sent === storedToken()) {
      expiries++
      endSession()
    }
    throw error
  }
}

/** The stored token, if there is also a stored user. */
function storedToken() {
  return stored(keys.user) === null ? null : stored(keys.token)
}

/** Replaces localStorage in a browser that forbids it: the session then lasts as long as the page. */
const memory = new Map<string, string>()

function stored(key: string) {
  const value = memory.get(key)
  if (value !== undefined) return value
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string | null) {
  memory.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value !== null) memory.set(key, value)
  }
}

/** Calls `listener` after a change in this tab, or in another tab (`storage` event). */
function subscribe(listener: () => void) {
  const events = [changed, 'storage']
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}

import { useSyncExternalStore } from 'react'
import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Credentials, Session } from '../../contract/account/session.ts'
import type { User } from '../../contract/account/user.ts'
import { ApiError, call, callPage, type CallOptions } from './call.ts'

/** Keys in localStorage. */
const keys = { token: 'token', user: 'user' }
const changed = 'session-changed'

/** Bearer token of the session; null when signed out, undefined during server rendering. */
export function useToken() {
  return useSyncExternalStore<string | null | undefined>(subscribe, storedToken, () => undefined)
}

/** The user of this page. It sends nothing for another user who signs in elsewhere in the browser. */
let owner: User | undefined

/**
 * The user of this page, and another one who has signed in since, in this browser. Null while they are
 * the same.
 */
export function useOtherAccount() {
  const now = useSyncExternalStore(subscribe, otherUser, () => null)
  return now !== null && owner ? { before: owner, now: parseUser(now) } : null
}

/** Makes the signed-in user the user of this page. */
export function adoptAccount() {
  owner = undefined
  window.dispatchEvent(new Event(changed))
}

export function isSignedOut() {
  return storedToken() === null
}

let refusals = 0

/** Number of requests that were refused because the session has ended or belongs to another user. */
export function useRefusals() {
  return useSyncExternalStore(
    subscribe,
    () => refusals,
    () => 0,
  )
}

/** True for a reply 401, and for a request that was not sent: the user has to sign in again. */
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
  owner = undefined
  endSession()
  call(api.auth.logout, { token }).catch(() => {})
}

/** Changes the user's own password. The server ends all sessions and returns a new token. */
export async function changePassword(body: { currentPassword: string; password: string }) {
  keep(await request(api.auth.changePassword, { body }))
}

export function endSession() {
  writeLocal(keys.token, null)
  writeLocal(keys.user, null)
  window.dispatchEvent(new Event(changed))
}

/**
 * Calls the API with the session's token. A reply 401 ends the session in this browser. Rejects without
 * a call if the session belongs to another user than the page.
 */
export function request<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}) {
  return withToken((token) => call(endpoint, { ...options, token }))
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

/** The same as `request` for a page of a list. */
export function requestPage<E extends Endpoint>(endpoint: E, options: CallOptions<E>) {
  return withToken((token) => callPage(endpoint, { ...options, token }))
}

/** Stores the user first: a tab that reads between the two sends nothing with the new token. */
function keep({ token, user }: Session) {
  writeLocal(keys.user, JSON.stringify(user))
  writeLocal(keys.token, token)
  window.dispatchEvent(new Event(changed))
}

async function withToken<T>(use: (token: string | null) => Promise<T>) {
  const other = otherUser()
  if (other !== null) {
    refusals++
    window.dispatchEvent(new Event(changed))
    throw new ApiError(401, `This was not done: you are now signed in as ${parseUser(other).name}.`)
  }
  const token = storedToken()
  return use(token).catch(endOn401(token))
}

/** Ends the session after a reply 401, unless a new sign-in has already replaced the token. */
function endOn401(sent: string | null) {
  return (error: unknown): never => {
    if (isExpiry(error) && sent === storedToken()) {
      refusals++
      endSession()
    }
    throw error
  }
}

/** The stored token, if there is also a stored user. */
function storedToken() {
  return readLocal(keys.user) === null ? null : readLocal(keys.token)
}

/** The stored user as JSON, unless it is the user of this page. The first stored user becomes that. */
function otherUser() {
  const text = storedToken() === null ? null : readLocal(keys.user)
  if (text === null) return null
  const user = parseUser(text)
  owner ??= user
  return user._id === owner._id ? null : text
}

function parseUser(text: string): User {
  try {
    return Object(JSON.parse(text))
  } catch {
    return Object({})
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

/** Replaces localStorage in a browser that forbids it or is full, for as long as the page lives. */
const memory = new Map<string, string>()

function readLocal(key: string) {
  const value = memory.get(key)
  if (value !== undefined) return value
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null removes the key. */
function writeLocal(key: string, value: string | null) {
  memory.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value !== null) memory.set(key, value)
  }
}

import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import fc from 'fast-check'

import { api } from '../../../contract/api.ts'
import { application, applicationInput } from '../../../contract/application/application.ts'
import { contentItem } from '../../../contract/content/calls.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { entityCalls } from '../../../contract/entities.ts'
import { historyEntry } from '../../../contract/history.ts'
import { listedMessage } from '../../../contract/message/message.ts'
import { attempts, type Attempt, type OpenApi } from './attempts.ts'
import { CommaSeparatedIds, entityKinds, IdPlaceholder, type Kind } from './values.ts'

/** Timeout of each answer in milliseconds, long enough for a busy machine. */
const responseTimeout = 10_000
/** Number of attempts between two reads of the existing records. */
const refreshEvery = 100

interface Fuzzed {
  /** Number of answers by status. */
  statuses: Map<number, number>
  /** The calls that succeeded at least once, as `METHOD path`. */
  succeeded: Set<string>
}

interface Target {
  /** The listening app, with its pages. */
  app: FastifyInstance
  url: string
  administrator: { email: string; password: string }
}

/**
 * Sends valid and mutated requests that are generated from the OpenAPI document. At a wrong answer it
 * throws an error with the seed and the smallest request that causes such an answer.
 */
export async function fuzz(target: Target, requests: number, seed: number): Promise<Fuzzed> {
  const client = await clientOf(target)
  const document: OpenApi = (await target.app.inject('/api/openapi.json')).json()
  const fuzzed: Fuzzed = { statuses: new Map(), succeeded: new Set() }
  let count = 0
  const property = fc.asyncProperty(attempts(document), async ({ attempt, mutated }) => {
    if (count++ % refreshEvery === 0) await client.refresh()
    const answer = await client.send(attempt)
    const { method, path } = attempt
    check(answer, attempt)
    fuzzed.statuses.set(answer.status, (fuzzed.statuses.get(answer.status) ?? 0) + 1)
    if (!mutated && answer.status < 300) fuzzed.succeeded.add(`${method} ${path}`)
  })
  try {
    await fc.assert(property, { numRuns: requests, seed, interruptAfterTimeLimit: 3_600_000 })
  } finally {
    client.close()
  }
  return fuzzed
}

interface Answer {
  status: number
  type: string
  body: string
}

/** Throws if an error has no message for users, or a success differs from the contract. */
function check({ status, type, body }: Answer, { method, path }: Attempt) {
  const wrong = (what: string) => new Error(`${status} ${what}: ${body.slice(0, 500)}`)
  if (status >= 500) throw wrong('is our own fault')
  if (/node_modules|\.ts:\d|SQLITE_|syntax error at/i.test(body) && !path.includes('openapi')) {
    throw wrong('tells of the inside')
  }
  if (!path.startsWith('/api/') || method === 'HEAD' || body === '') return
  if (status >= 400) {
    const { message, error } = JSON.parse(body)
    if (!/^[A-Z\d].{8,}/su.test(message) || error !== message) throw wrong('has no sentence')
  }
  const { response } = endpointOf(method, path) ?? {}
  if (status < 300 && response && type.startsWith('application/json')) {
    const { error } = response.safeParse(JSON.parse(body))
    if (error) throw wrong(`is not what the contract says (${error.message})`)
  }
}

const endpoints: Endpoint[] = Object.values(api).flatMap((group) =>
  'path' in group ? [group as Endpoint] : (Object.values(group) as Endpoint[]),
)

function endpointOf(method: string, path: string) {
  const pattern = path.slice('/api'.length).replaceAll(/\{(\w+)\}/g, ':$1')
  return endpoints.find((endpoint) => endpoint.method === method && endpoint.path === pattern)
}

/** Sends attempts, reads the ids of existing records, and signs in again after a session has ended. */
async function clientOf({ app, url, administrator }: Target) {
  const agent = new Agent({ keepAlive: true })
  const tokens = { administrator: '', user: '', nobody: '' }
  const account = { email: 'fuzz.user@example.org', password: 'the long password of nobody' }
  const accounts = { administrator, user: account, nobody: null }
  const ids: Record<Exclude<Kind, keyof typeof entityCalls>, string[]> &
    Partial<Record<Kind, string[]>> = {
    attachments: [],
    sessions: [],
    messages: [],
    content: [],
    courseInstitutions: [],
    references: [],
    contacts: [],
  }
  await signIn('administrator')
  await addUser()
  await signIn('user')

  return { refresh, send, close: () => agent.destroy() }

  async function signIn(as: Attempt['by']) {
    const payload = accounts[as]
    if (!payload) return
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload })
    tokens[as] = answer.json().token
  }

  function inject(method: 'GET' | 'POST', path: string, payload?: object) {
    const headers = { authorization: `Bearer ${tokens.administrator}` }
    return app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) })
  }

  /** Adds a user without access to the back office. After the first run this user exists already. */
  async function addUser() {
    const { email, password } = account
    const made = await inject('POST', '/admin/users', { name: 'Somebody', email, role: 'user' })
    if (made.statusCode !== 201) return
    const link = await inject('POST', `/admin/users/${made.json()._id}/password-link`)
    const token = new URLSearchParams(new URL(link.json().url).hash.slice(1)).get('token')
    await inject('POST', '/auth/password', { token, password })
  }

  async function ask(path: string) {
    const answer = await inject('GET', path)
    if (answer.statusCode === 200) return answer.json()
    await signIn('administrator')
    return (await inject('GET', path)).json()
  }

  /** Reads the ids of existing records, without the two accounts that send the requests. */
  async function refresh() {
    for (const kind of entityKinds) {
      ids[kind] = idsOf(await ask(`/admin/${kind}?limit=60&sort=-createdAt`))
    }
    const applications: { _id: string; referenceId: string; email: string }[] = await ask(
      '/admin/attachments?limit=60&sort=-createdAt',
    )
    ids.attachments = idsOf(applications)
    ids.references = applications.map(({ referenceId }) => referenceId)
    ids.contacts = applications.map(({ email }) => email)
    const courses: { _id: string; institution: { _id: string } }[] = await ask(
      '/admin/courses?limit=60&sort=-createdAt',
    )
    ids.courseInstitutions = courses.map(({ institution: chosen }) => chosen._id)
    ids.sessions = idsOf(await ask('/auth/sessions'))
    ids.messages = idsOf(await ask('/admin/messages?limit=60'))
    ids.content = idsOf(await ask('/admin/content/events?limit=60'))
    const users: { _id: string; email: string }[] = await ask('/admin/users?limit=60')
    const asking = new Set([administrator.email, account.email])
    ids.users = idsOf(users.filter(({ email }) => !asking.has(email)))
  }

  async function send(attempt: Attempt): Promise<Answer> {
    const token = tokens[attempt.by]
    const body = bodyOf(attempt)
    const sending = {
      agent,
      method: attempt.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
        ...safe(attempt.headers),
      },
      body,
    }
    const whole = url + addressOf(attempt)
    // Node answers a too long URL with a body, which the answer to HEAD must not have.
    const address = attempt.method === 'HEAD' ? whole.slice(0, 8000) : whole
    let answer = await exchange(address, sending)
    // On a busy machine the server refuses some requests.
    for (let tries = 1; answer.status === 503 && tries < 10; tries++) {
      await sleep(500)
      answer = await exchange(address, sending)
    }
    if (answer.status === 401) await signIn(attempt.by)
    return answer
  }

  function addressOf({ path, params, query }: Attempt) {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encode(params[name]))
    const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
    return search ? `${filled}?${search}` : filled
  }

  function encode(value: unknown) {
    const resolved = resolve(value)
    const shown = typeof resolved === 'string' ? resolved : (JSON.stringify(resolved) ?? '')
    return encodeURIComponent(shown.toWellFormed().slice(0, 4000))
  }

  function bodyOf({ body, headers }: Attempt) {
    if (body === undefined) return undefined
    if (Buffer.isBuffer(body)) return body
    const resolved = resolve(body)
    const type = headers['content-type'] ?? ''
    if (resolved !== null && typeof resolved === 'object') {
      if (type.startsWith('application/x-www-form')) return urlEncoded(resolved)
      if (type.startsWith('multipart')) return multipart(resolved)
    }
    return Buffer.from(JSON.stringify(resolved) ?? '')
  }

  /** Replaces placeholders by ids of existing records. */
  function resolve(value: unknown): unknown {
    if (value instanceof IdPlaceholder) {
      const known = ids[value.kind] ?? []
      return known[value.number % known.length]
    }
    if (value instanceof CommaSeparatedIds) return value.parts.map(resolve).join(',')
    if (Array.isArray(value)) return value.map(resolve)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]))
  }
}

function idsOf(records: { _id: string }[]) {
  return records.map(({ _id }) => _id)
}

/** Skips requests that Node's own client refuses to send. */
function safe(headers: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const shown = typeof value === 'string' ? value : JSON.stringify(value)
      return /^[\t\x20-\x7e\x80-\xff]*$/.test(shown) ? [[name, shown]] : []
    }),
  )
}

function urlEncoded(fields: object) {
  const pairs = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    plain(value),
  ])
  return Buffer.from(new URLSearchParams(pairs).toString())
}

function multipart(fields: object) {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${plain(value)}\r\n`,
  )
  return Buffer.from(`${parts.join('')}--x--\r\n`)
}

function plain(value: unknown) {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

interface Sending {
  agent: Agent
  method: string
  headers: Record<string, unknown>
  body: Buffer | undefined
}

/** Sends a request; rejects if no answer comes in time, or if the connection is cut. */
function exchange(address: string, { body, ...options }: Sending): Promise<Answer> {
  const { hostname, port, origin } = new URL(address)
  const path = address.slice(origin.length)
  return new Promise((answered, failed) => {
    const headers = options.headers as Record<string, string>
    const sent = request({ hostname, port, path, ...options, headers }, (response) => {
      const { statusCode: status = 0, headers: sentBack } = response
      text(response).then(
        (received) => answered({ status, type: sentBack['content-type'] ?? '', body: received }),
        failed,
      )
    })
    sent.setTimeout(responseTimeout, () =>
      sent.destroy(new Error(`no answer in ${responseTimeout} ms`)),
    )
    sent.on('error', failed)
    sent.end(body)
  })
}

/** Stored records that the contract does not accept, each as a short text. */
export async function unsoundRecords({ app, administrator }: Target): Promise<string[]> {
  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: administrator,
  })
  const headers = { authorization: `Bearer ${signedIn.json().token}` }
  const kinds = [
    ['attachments?includeArchived=true', application, applicationInput],
    ...entityKinds.map((kind) => {
      const { get, create } = entityCalls[kind]
      return [kind, get.response, create.body] as const
    }),
    ['history', historyEntry, null],
    ['messages', listedMessage, null],
    ['content/events', contentItem, null],
  ] as const
  const wrong: string[] = []
  for (const [path, shown, input] of kinds) {
    const records = (await app.inject({ url: `/api/admin/${path}`, headers })).json()
    for (const record of records) {
      const trouble =
        shown.safeParse(record).error?.message ?? input?.safeParse(record).error?.message
      if (trouble) wrong.push(`${path} ${record._id}: ${trouble}`)
    }
  }
  return wrong
}

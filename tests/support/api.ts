import type { FastifyInstance } from 'fastify'

import { api } from '../../contract/api.ts'
import type { roles } from '../../contract/constants.ts'
import type { CollectionName } from '../../contract/content/collections.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { fakeApplications, fakeApplicationRow } from '../../server/database/fake-data.ts'
import type { AttachmentsTable, Database } from '../../server/database/tables.ts'
import { newReferenceId } from '../../server/services/applications/store-application.ts'
import type { PaperPurpose } from '../../contract/intake/paper-kinds.ts'
import { addApplications } from '../../server/services/search-texts.ts'
import { startApp } from './app.ts'
import { administrator } from './server.ts'

export { formTo, multipartTo, submission, type FormFile } from './submission.ts'

export interface Question {
  /** The bearer token of the request. */
  token?: string
  /** The value of `:_id` in the path. */
  id?: string
  /** The value of `:otherId` in the path; the same as `id` if left out. */
  other?: string
  /** The value of `:collection` in the path. */
  collection?: CollectionName
  /** The value of `:questionId` in the path. */
  questionId?: string
  /** The value of `:purpose` in the path. */
  purpose?: PaperPurpose
  query?: Record<string, string | string[]>
  /** The body, sent as JSON; a string is sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
  /** The IP address from which the request comes. */
  from?: string
  /** The message of a text; by default the acceptance in English. */
  kind?: string
  language?: string
}

export type Ask = ReturnType<typeof asker>
export type Answer = Awaited<ReturnType<Ask>>

/** Every call of the contract with its name, like `attachments.list`. */
export const endpoints: [name: string, endpoint: Endpoint][] = Object.entries(api).flatMap(
  ([group, calls]) =>
    'path' in calls
      ? [[group, calls] as [string, Endpoint]]
      : Object.entries(calls).map(([name, call]): [string, Endpoint] => [`${group}.${name}`, call]),
)

/** The app on a new database, a function to call its API, and the administrator's token. */
export async function startApi(...options: Parameters<typeof startApp>) {
  const started = await startApp(...options)
  const ask = asker(started.app)
  return { ...started, ask, token: await signIn(ask, administrator) }
}

/** Calls endpoints of the contract. `body` of the answer is its parsed JSON, `text` the raw text. */
export function asker(app: FastifyInstance) {
  return async (endpoint: Endpoint, question: Question = {}) => {
    const { token, id = '', collection = 'events', query, body, headers, from } = question
    const { kind = 'accepted', language = 'en', other = id, purpose = 'identity' } = question
    const { questionId = '0123456789' } = question
    const path = endpoint.path
      .replace(':collection', collection)
      .replace(':_id', id)
      .replace(':otherId', other)
      .replace(':purpose', purpose)
      .replace(':questionId', questionId)
      .replace(':kind', encodeURIComponent(kind))
      .replace(':language', language)
    const response = await app.inject({
      method: endpoint.method,
      url: `/api${path}`,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(query && { query }),
      ...(body !== undefined && { payload: body as object }),
      ...(from && { remoteAddress: from }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: isJson ? response.json() : undefined,
    }
  }
}

export async function signIn(ask: Ask, credentials: { email: string; password: string }) {
  const { body } = await ask(api.auth.login, { body: credentials })
  return body.token as string
}

let users = 0

/** Adds a user who has set a password and signed in. */
export async function addUser(ask: Ask, token: string, role: (typeof roles)[number] = 'user') {
  const name = `Amina Said ${++users}`
  const email = `amina${users}@example.org`
  const password = `the long password of ${name}`
  const { body: user } = await ask(api.users.create, { token, body: { name, email, role } })
  await setPassword(ask, await newLink(ask, token, user._id), password)
  return { ...user, password, token: await signIn(ask, { email, password }) } as Person
}

interface Person {
  _id: string
  name: string
  email: string
  createdAt: string
  password: string
  token: string
}

/** The token of a new link to set a password. */
export async function newLink(ask: Ask, token: string, id: string) {
  const { body } = await ask(api.users.passwordLink, { token, id })
  return new URLSearchParams(new URL(body.url).hash.slice(1)).get('token') ?? ''
}

export function setPassword(ask: Ask, token: string, password: string) {
  return ask(api.auth.setPassword, { body: { token, password } })
}

/** The choices of an applicant: a department, and a course with its institution. */
export async function choicesOf(ask: Ask) {
  const { body: departments } = await ask(api.public.departments)
  const { body: courses } = await ask(api.public.courses)
  return {
    institution: courses[0].institution._id as string,
    course: courses[0]._id as string,
    department: departments[0]._id as string,
  }
}

/** Inserts made-up applications into the database and returns them, oldest first. */
export async function addMadeUpApplications(
  db: Database,
  count: number,
  change: (row: AttachmentsTable, index: number) => Partial<AttachmentsTable> = () => ({}),
) {
  const lookups = {
    departments: await db.selectFrom('departments').select('_id').orderBy('name').execute(),
    courses: await db
      .selectFrom('courses')
      .select(['_id', 'institution'])
      .orderBy('name')
      .orderBy('_id')
      .execute(),
  }
  const today = new Date().toISOString().slice(0, 10)
  const rows = Array.from(fakeApplications(count, lookups, today), (person, index) => {
    const row = fakeApplicationRow(person, newReferenceId(person.createdAt))
    return onlyPossible({ ...row, ...change(row, index) })
  })
  await addApplications(db, rows)
  return rows
}

/** A declined application is archived and not accepted. */
function onlyPossible(row: AttachmentsTable): AttachmentsTable {
  if (row.is_archived && !row.is_accepted) return row
  return { ...row, declined_reason: null, declined_message: null, declinedAt: null }
}

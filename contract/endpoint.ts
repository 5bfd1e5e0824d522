import * as z from 'zod/mini'
import type { roles } from './constants.ts'
import { id, storable } from './fields.ts'

type Schema = z.ZodMiniType

/** The roles that may call an endpoint, by its access. */
export const rolesWith = {
  admin: ['admin'],
  editor: ['admin', 'editor'],
} as const satisfies Record<string, readonly (typeof roles)[number][]>

export type RoleAccess = keyof typeof rolesWith

/** One call of the API, as the server, the browser and the OpenAPI document need it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below `/api`. A parameter is written as `:name`. */
  readonly path: string
  readonly summary: string
  /** Who may call it: everybody, signed-in users, or users with a role of `rolesWith`. */
  readonly access: 'public' | 'session' | RoleAccess
  /** The HTTP status of a successful answer. */
  readonly status: 200 | 201
  readonly params?: Schema
  readonly query?: Schema
  readonly headers?: Schema
  /** The schema of an optional body accepts null. */
  readonly body?: Schema
  /** The schema of the JSON answer. */
  readonly response?: Schema
  /** The media types that the answer may have, if it is a file. */
  readonly mediaTypes?: readonly string[]
  /** Maximum size of the request body in bytes, if it is above the default. */
  readonly longestBody?: number
  /** Whether the errors of the body name the whole path of a field, such as `questions.0.label`. */
  readonly hasFieldPaths?: true
}

/** Functions that define an endpoint, by who may call it. The default HTTP status is 200. */
export const publicCall = callsOf('public')
export const sessionCall = callsOf('session')
export const adminCall = callsOf('admin')
export const editorCall = callsOf('editor')

/** The default answer, of a call that returns no data: a sentence for the user. */
const messageResponse = z.object({ message: z.string() })

/** The default parameters of a path with `:_id`. */
const idParams = z.object({ _id: id })

type Defaults<Path, Parts> = (Path extends `${string}/:_id` | `${string}/:_id/${string}`
  ? Parts extends { params: Schema }
    ? object
    : { params: typeof idParams }
  : object) &
  (Parts extends { response: Schema } | { mediaTypes: readonly string[] }
    ? object
    : { response: typeof messageResponse })

function callsOf(access: Endpoint['access']) {
  const define =
    (method: Endpoint['method']) =>
    <const Path extends string, const Parts extends Partial<Endpoint> = object>(
      path: Path,
      summary: string,
      parts: Parts = {} as Parts,
    ) => {
      const defaults = {
        ...(path.includes('/:_id') && { params: idParams }),
        ...(!parts.mediaTypes && { response: messageResponse }),
      } as Defaults<Path, Parts>
      const status = 200 as Endpoint['status']
      return { method, path, summary, access, status, ...defaults, ...parts }
    }
  return { get: define('GET'), post: define('POST'), put: define('PUT'), delete: define('DELETE') }
}

/** The media type of exports. */
export const csv = ['text/csv']

/** Paging of a list. Without `limit`, the answer is the whole list. */
const paging = {
  limit: z.optional(wholeNumber(1, 200)),
  page: z._default(wholeNumber(1, 1_000_000), 1),
}

/** The query of a list: paging, search text and sort field. */
export const listQuery = <const T extends readonly [string, ...string[]]>(sortable: T) =>
  z.object({
    ...paging,
    q: z.optional(
      z
        .string('Search for one text')
        .check(z.trim(), z.maxLength(200, 'Use at most 200 characters'), storable),
    ),
    sort: z.optional(
      z.enum(
        [...sortable, ...sortable.map((field): `-${T[number]}` => `-${field as T[number]}`)] as (
          | T[number]
          | `-${T[number]}`
        )[],
        `Sort by one of: ${sortable.join(', ')}; with - in front for descending`,
      ),
    ),
  })

/**
 * Optimistic lock: a PUT sends the record and the `updatedAt` that the user read. If the stored
 * `updatedAt` differs, somebody else has changed the record. The answer is 409, nothing is stored.
 */
export const withExpectedVersion = <Input extends z.ZodMiniObject>(input: Input) =>
  z.extend(input, {
    updatedAt: z.optional(z.iso.datetime('Use the time that the record had when you read it')),
  })

/** The `updatedAt` that a PUT sends for the optimistic lock. */
export interface ExpectedVersion {
  updatedAt?: string | undefined
}

/** Schemas of an entity. `input` creates or replaces a record; `query` filters the list. */
interface EntitySchemas<Row extends Schema, Input extends z.ZodMiniObject, Query extends Schema> {
  record: Row
  input: Input
  query: Query
  /** The last part of the URL paths, if it differs from the plural noun. */
  path?: string
}

/** The six calls of an entity. `one` is the noun with its article, such as 'an institution'. */
export function crud<Row extends Schema, Input extends z.ZodMiniObject, Query extends Schema>(
  one: `${'a' | 'an'} ${string}`,
  plural: string,
  { record, input, query, path: segment = plural }: EntitySchemas<Row, Input, Query>,
) {
  const path = `/admin/${segment}` as const
  return {
    list: adminCall.get(path, `List ${plural}`, { query, response: z.array(record) }),
    get: adminCall.get(`${path}/:_id`, `Read ${one}`, { response: record }),
    create: adminCall.post(path, `Create ${one}`, { status: 201, body: input, response: record }),
    update: adminCall.put(`${path}/:_id`, `Replace ${one}`, {
      body: withExpectedVersion(input),
      response: record,
    }),
    remove: adminCall.delete(`${path}/:_id`, `Delete ${one}`),
    export: adminCall.get(`/admin/export/${segment}`, `Export ${plural} as CSV`, {
      query,
      mediaTypes: csv,
    }),
  }
}

export function wholeNumber(min: number, max: number) {
  const message = `Use a whole number from ${min} to ${max}`
  return z.pipe(
    z.string(message).check(z.regex(/^\d{1,7}$/, message)),
    z.pipe(
      z.transform(Number),
      z.number(message).check(z.minimum(min, message), z.maximum(max, message)),
    ),
  )
}

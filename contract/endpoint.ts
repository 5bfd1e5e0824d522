import * as z from 'zod/mini'
import { id, storable } from './fields.ts'

type Schema = z.ZodMiniType

/** One call of the API, as the server, the browser and the OpenAPI document need it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, parameters as `:name`. */
  readonly path: string
  readonly summary: string
  /** Its callers: everybody, signed-in users, or administrators only. */
  readonly access: 'public' | 'session' | 'admin'
  /** The status of success. */
  readonly status: 200 | 201
  readonly params?: Schema
  readonly query?: Schema
  readonly headers?: Schema
  /** Accepts null if the body is optional. */
  readonly body?: Schema
  /** The response's JSON; without it the response is a CSV file. */
  readonly response?: Schema
  /** Body limit in bytes, if it is above the default. */
  readonly longestBody?: number
}

/** Definitions of endpoints by their callers. The status of success is 200 unless it is given. */
export const publicCall = callsOf('public')
export const sessionCall = callsOf('session')
export const adminCall = callsOf('admin')

function callsOf(access: Endpoint['access']) {
  const define =
    (method: Endpoint['method']) =>
    <const Parts extends Partial<Endpoint>>(path: string, summary: string, parts: Parts) => {
      const status = 200 as Endpoint['status']
      return { method, path, summary, access, status, ...parts }
    }
  return { get: define('GET'), post: define('POST'), put: define('PUT'), delete: define('DELETE') }
}

/** A sentence for the user, from a call that returns no data. */
export const messageResponse = z.object({ message: z.string() })

export const idParams = z.object({ _id: id })

/** A page of a list; the whole list without `limit`. */
export const paging = {
  limit: z.optional(wholeNumber(1, 200)),
  page: z._default(wholeNumber(1, 1_000_000), 1),
}

/** The query of a list: a page of it, searched and sorted. */
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
 * Optimistic lock: a PUT sends the record and the `updatedAt` that its editor read. If the stored
 * one is another, somebody else changed the record: 409, nothing stored.
 */
const withExpectedVersion = <Input extends z.ZodMiniObject>(input: Input) =>
  z.extend(input, {
    updatedAt: z.optional(z.iso.datetime('Use the time that the record had when you read it')),
  })

/** The part of a PUT that is not the record itself. */
export interface ExpectedVersion {
  updatedAt?: string | undefined
}

/** The schemas of an entity: its record, what creates or replaces it, and the query of its list. */
interface EntitySchemas<Row extends Schema, Input extends z.ZodMiniObject, Query extends Schema> {
  record: Row
  input: Input
  query: Query
  /** The last part of its paths, where that is another word than the plural. */
  path?: string
}

/** The six calls of an entity; `one` carries its article: 'an institution'. */
export function crud<Row extends Schema, Input extends z.ZodMiniObject, Query extends Schema>(
  one: `${'a' | 'an'} ${string}`,
  plural: string,
  { record, input, query, path: segment = plural }: EntitySchemas<Row, Input, Query>,
) {
  const path = `/admin/${segment}` as const
  return {
    list: adminCall.get(path, `List ${plural}`, { query, response: z.array(record) }),
    get: adminCall.get(`${path}/:_id`, `Read ${one}`, { params: idParams, response: record }),
    create: adminCall.post(path, `Create ${one}`, { status: 201, body: input, response: record }),
    update: adminCall.put(`${path}/:_id`, `Replace ${one}`, {
      params: idParams,
      body: withExpectedVersion(input),
      response: record,
    }),
    remove: adminCall.delete(`${path}/:_id`, `Delete ${one}`, {
      params: idParams,
      response: messageResponse,
    }),
    export: adminCall.get(`/admin/export/${segment}`, `Export ${plural} as CSV`, { query }),
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

import * as z from 'zod/mini'
import { id, storable } from './fields.ts'

type Schema = z.ZodMiniType

/** One call of the API: all that server, browser and the OpenAPI document need to know of it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`, parameters as `:name`. */
  readonly path: string
  readonly summary: string
  /** Who may call it: anybody, whoever has a session, or administrators only. */
  readonly access: 'public' | 'session' | 'admin'
  /** The status of success. */
  readonly status: 200 | 201
  readonly params?: Schema
  readonly query?: Schema
  readonly headers?: Schema
  /** Takes null where it may be missing. */
  readonly body?: Schema
  /** The answer's JSON; without it the answer is a CSV file. */
  readonly response?: Schema
  /** The longest body that it takes, in bytes, where that is more than usual. */
  readonly longestBody?: number
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** What a call that only does something answers: a sentence for the person who asked. */
export const messageResponse = z.object({ message: z.string() })

export const idParams = z.object({ _id: id })

/** Which page of a list; without `limit` the list is whole. */
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
 * What a PUT sends: the record as it shall be, and the `updatedAt` that its editor had read. Where
 * that is not the stored one any more, somebody else has changed the record: 409, nothing stored.
 */
const edited = <Input extends z.ZodMiniObject>(input: Input) =>
  z.extend(input, {
    updatedAt: z.optional(z.iso.datetime('Use the time that the record had when you read it')),
  })

/** What every PUT adds to the record. */
export interface ExpectedVersion {
  updatedAt?: string | undefined
}

/** The six calls that every plain entity of the back office has. */
export function crud<Entity extends Schema, Input extends z.ZodMiniObject, Query extends Schema>(
  one: string,
  plural: string,
  entity: Entity,
  input: Input,
  query: Query,
) {
  const path = `/admin/${plural}` as const
  return {
    list: endpoint({
      method: 'GET',
      path,
      summary: `List ${plural}`,
      access: 'admin',
      status: 200,
      query,
      response: z.array(entity),
    }),
    get: endpoint({
      method: 'GET',
      path: `${path}/:_id`,
      summary: `Read one ${one}`,
      access: 'admin',
      status: 200,
      params: idParams,
      response: entity,
    }),
    create: endpoint({
      method: 'POST',
      path,
      summary: `Create a ${one}`,
      access: 'admin',
      status: 201,
      body: input,
      response: entity,
    }),
    update: endpoint({
      method: 'PUT',
      path: `${path}/:_id`,
      summary: `Replace a ${one}`,
      access: 'admin',
      status: 200,
      params: idParams,
      body: edited(input),
      response: entity,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `${path}/:_id`,
      summary: `Delete a ${one}`,
      access: 'admin',
      status: 200,
      params: idParams,
      response: messageResponse,
    }),
    export: endpoint({
      method: 'GET',
      path: `/admin/export/${plural}`,
      summary: `Export ${plural} as CSV`,
      access: 'admin',
      status: 200,
      query,
    }),
  }
}

/** A whole number in a query. */
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

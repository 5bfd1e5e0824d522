import type * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'

type Part<
  E extends Endpoint,
  Key extends 'params' | 'query' | 'body',
> = E[Key] extends z.ZodMiniType ? z.input<E[Key]> : never

type Answer<E extends Endpoint> = E['response'] extends z.ZodMiniType
  ? z.output<E['response']>
  : Blob

export interface Request<E extends Endpoint> {
  params?: Part<E, 'params'>
  /** What is undefined or empty is left out. */
  query?: Partial<Record<keyof Part<E, 'query'>, string | number | undefined>>
  body?: Part<E, 'body'>
  headers?: Record<string, string>
  /** The bearer token of whoever is signed in. */
  token?: string | null | undefined
  signal?: AbortSignal
}

/** What the server answered instead of a success; `message` is empty where it gave no sentence. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: Record<string, string> | undefined

  constructor(status: number, message: string, fields?: Record<string, string>) {
    super(message)
    this.status = status
    this.fields = fields
  }
}

/** The server was not reached, or its answer did not arrive. */
export class NetworkError extends Error {}

/**
 * Calls the API. The answer is typed by the contract, not checked against it again; a call without
 * a described answer gives its file. Rejects with `ApiError` or `NetworkError`, or as `signal` says.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: Request<E> = {},
): Promise<Answer<E>> {
  return read(endpoint, await send(endpoint, request), request)
}

/** Calls a list for one page of it (`limit` in the query); `total` counts the whole list. */
export async function callPage<E extends Endpoint>(endpoint: E, request: Request<E>) {
  const response = await send(endpoint, request)
  const rows: Answer<E> = await read(endpoint, response, request)
  return { rows, total: Number(response.headers.get('X-Total-Count')) }
}

async function send<E extends Endpoint>(
  endpoint: E,
  { params, query, body, headers, token, signal }: Request<E>,
) {
  const response = await fetch(address(endpoint.path, params, query), {
    method: endpoint.method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  }).catch(rethrow(signal))
  if (!response.ok) throw await refusal(response)
  return response
}

function read(endpoint: Endpoint, response: Response, { signal }: { signal?: AbortSignal }) {
  return (endpoint.response ? response.json() : response.blob()).catch(rethrow(signal))
}

function address(path: string, params: unknown, query: object = {}) {
  let url = `/api${path}`
  for (const [name, value] of Object.entries(Object(params))) {
    url = url.replace(`:${name}`, encodeURIComponent(String(value)))
  }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${url}?${search}` : url
}

function rethrow(signal: AbortSignal | undefined) {
  return (error: unknown) => {
    if (signal?.aborted) throw error
    throw new NetworkError('Network error. Please try again.', { cause: error })
  }
}

async function refusal(response: Response) {
  const body: unknown = await response.json().catch(() => null)
  const { message, fields } = Object(body)
  return new ApiError(response.status, typeof message === 'string' ? message : '', fields)
}

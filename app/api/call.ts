import type * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { ErrorResponse } from '../../contract/error-response.ts'
import type { uploader } from './upload.ts'

type Part<
  E extends Endpoint,
  Key extends 'params' | 'query' | 'body',
> = E[Key] extends z.ZodMiniType ? z.input<E[Key]> : never

type Answer<E extends Endpoint> = E['response'] extends z.ZodMiniType
  ? z.output<E['response']>
  : Blob

export interface CallOptions<E extends Endpoint> {
  params?: Part<E, 'params'>
  /** Query parameters. Undefined and empty values are not sent. */
  query?: Partial<Record<keyof Part<E, 'query'>, string | number | undefined>>
  body?: Part<E, 'body'>
  /** Further headers of the request. */
  headers?: Record<string, string>
  /** Bearer token of the signed-in user. */
  token?: string | null | undefined
  signal?: AbortSignal
  /** Called with the number of bytes received so far. */
  onProgress?: (bytes: number) => void
  /** Sends the request in place of `fetch`. */
  uploader?: ReturnType<typeof uploader>
}

/** Error reply of the API. `message` is empty if the reply has no message for users. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: ErrorResponse['fields']
  /** The stored record, in the reply to an edit conflict. */
  readonly current: ErrorResponse['current']
  /** The effect of each line, in the reply that rejects an import. */
  readonly preview: ErrorResponse['preview']
  /** True if the password was right and only a valid second-factor code is missing. */
  readonly secondFactor: boolean
  /** The kind of the error, if the client has to tell it from others. */
  readonly code: ErrorResponse['code']

  constructor(status: number, message: string, body: Partial<ErrorResponse> = {}) {
    super(message)
    this.status = status
    this.fields = body.fields
    this.current = body.current
    this.preview = body.preview
    this.secondFactor = body.secondFactor === true
    this.code = body.code
  }
}

/** The request did not reach the server, or the reply did not arrive. */
export class NetworkError extends Error {}

/** Error message for users: the server's message, or else `fallback`. */
export function sentenceOf(error: unknown, fallback: string) {
  return error instanceof ApiError && error.message ? error.message : fallback
}

/**
 * Calls the API. The contract types the JSON reply, which is not validated again. Endpoints without
 * a response schema return a file. Rejects with `ApiError`, `NetworkError` or the reason of an
 * aborted `signal`.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<Answer<E>> {
  return read(endpoint, await send(endpoint, options), options)
}

/** Fetches one page of a list; `query.limit` is its size. `total` counts all matching records. */
export async function callPage<E extends Endpoint>(endpoint: E, options: CallOptions<E>) {
  const response = await send(endpoint, options)
  const rows: Answer<E> = await read(endpoint, response, options)
  return { rows, total: Number(response.headers.get('X-Total-Count')) }
}

async function send<E extends Endpoint>(
  endpoint: E,
  { params, query, body, headers, token, signal, uploader = fetch }: CallOptions<E>,
) {
  const response = await uploader(address(endpoint.path, params, query), {
    method: endpoint.method,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  }).catch(rethrow(signal))
  if (!response.ok) throw await refusal(response)
  return response
}

type Reading = Pick<CallOptions<Endpoint>, 'signal' | 'onProgress'>

function read(endpoint: Endpoint, response: Response, { signal, onProgress }: Reading) {
  const answer = endpoint.response ? response.json() : readFile(response, onProgress)
  return answer.catch(rethrow(signal))
}

async function readFile({ body, headers }: Response, onProgress: Reading['onProgress']) {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = body?.getReader()
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value)
    onProgress?.((bytes += part.value.length))
  }
  return new Blob(parts, { type: headers.get('Content-Type') ?? '' })
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
  const text = String(search)
  return text ? `${url}?${text}` : url
}

function rethrow(signal: AbortSignal | undefined) {
  return (error: unknown) => {
    if (signal?.aborted) throw error
    throw new NetworkError('Network error. Please try again.', { cause: error })
  }
}

async function refusal(response: Response) {
  const body = Object(await response.json().catch(() => null))
  const { message = body.error } = body
  return new ApiError(response.status, typeof message === 'string' ? message : '', body)
}

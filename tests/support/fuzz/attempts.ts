import { gzipSync } from 'node:zlib'

import fc, { type Arbitrary } from 'fast-check'

import {
  entityKinds,
  hostile,
  idPlaceholder,
  valueOf,
  type JsonSchema,
  type Kind,
} from './values.ts'

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
}

/** A generated request. An `IdPlaceholder` in it is replaced by an id when the request is sent. */
export interface Attempt {
  method: string
  /** The URL path, with parameters as `{name}`. */
  path: string
  params: Record<string, unknown>
  query: [name: string, value: unknown][]
  headers: Record<string, string>
  /** Sent as JSON, or as a form if the content type says so. Bytes are sent unchanged. */
  body?: unknown
  by: 'nobody' | 'user' | 'administrator'
}

/** Changes to an attempt before it is sent. */
type Mutation = (attempt: Attempt) => Attempt

/** Requests for every call of the OpenAPI document and for pages; half of them are valid. */
export function attempts(document: OpenApi): Arbitrary<{ attempt: Attempt; mutated: boolean }> {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => callOf(method, path, operation)),
  )
  const bodyOf = (path: string) =>
    document.paths[path]!['post']!.requestBody!.content['application/json']!.schema
  const one = fc.oneof(
    { weight: calls.length, arbitrary: fc.oneof(...calls) },
    { weight: 4, arbitrary: pages },
    { weight: 4, arbitrary: formOf(bodyOf('/api/users/industrial-attachments'), formPaths) },
    { weight: 2, arbitrary: formOf(bodyOf('/api/users/applications/status'), proofPaths) },
  )
  const changes = fc.oneof(
    { weight: 5, arbitrary: fc.constant<Mutation[]>([]) },
    { weight: 5, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 3 }) },
  )
  return fc.tuple(one, changes).map(([attempt, mutations]) => ({
    attempt: mutations.reduce((changed, mutate) => mutate(changed), attempt),
    mutated: mutations.length > 0,
  }))
}

const by = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Attempt['by']>('administrator') },
  { weight: 1, arbitrary: fc.constantFrom<Attempt['by']>('user', 'nobody') },
)

function callOf(method: string, path: string, operation: Operation): Arbitrary<Attempt> {
  const about = kindOf(path)
  const parameters = operation.parameters ?? []
  const of = (place: string) => {
    const own = parameters.filter((parameter) => parameter.in === place)
    return fc.record(
      Object.fromEntries(own.map(({ name, schema }) => [name, valueOf(schema, name, about)])),
      { requiredKeys: own.filter(({ required }) => required).map(({ name }) => name) },
    )
  }
  const schema = operation.requestBody?.content['application/json']?.schema
  return fc.record({
    method: fc.constant(method.toUpperCase()),
    path: fc.constant(path),
    params: of('path'),
    query: of('query').map((query) => Object.entries(query)),
    headers: of('header') as Arbitrary<Record<string, string>>,
    body: schema ? valueOf(schema, '', about) : fc.constant(undefined),
    by,
  })
}

const formPaths = [
  '/industrial-attachment/apply',
  '/sw/industrial-attachment/apply',
  '/industrial-attachment/apply.data',
  '/industrial-attachment',
  '/nowhere',
]

const proofPaths = [
  '/industrial-attachment/status',
  '/industrial-attachment/status.data',
  '/industrial-attachment/status/copy',
  '/sw/industrial-attachment/status/copy',
]

/** A form as a browser without scripts sends it. */
function formOf(schema: JsonSchema, paths: string[]): Arbitrary<Attempt> {
  return fc.record({
    method: fc.constant('POST'),
    path: fc.constantFrom(...paths),
    params: fc.constant({}),
    query: fc.constant([]),
    headers: fc.constantFrom<Record<string, string>>(
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'multipart/form-data; boundary=x' },
    ),
    body: valueOf(schema, '', 'attachments'),
    by: fc.constant<Attempt['by']>('nobody'),
  })
}

const pages: Arbitrary<Attempt> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE', 'TRACE', 'PROPFIND'),
  path: fc.oneof(
    fc.constantFrom(
      '/',
      '/industrial-attachment/apply',
      '/sw/industrial-attachment/apply',
      '/language/sw/industrial-attachment',
      '/industrial-attachment/apply.data',
      '/industrial-attachment/success',
      '/career/nobody',
      '/department/none',
      '/admin',
      '/_root.data',
      '/assets/none.js',
      '/api/openapi.json',
      '/api/docs/static/none',
      '/healthz',
      '/readyz',
      '//evil.example/',
      '/%2e%2e/%2e%2e/etc/passwd',
    ),
    fc.webPath().map((path) => `/${path.slice(1)}`),
  ),
  params: fc.constant({}),
  query: fc.array(fc.tuple(fc.string({ maxLength: 10 }), fc.string({ maxLength: 20 }))),
  headers: fc.constant({}),
  by,
})

/** The kind of record that `_id` in the path identifies. */
function kindOf(path: string): Kind {
  const kinds: Kind[] = [...entityKinds, 'sessions', 'messages', 'content']
  return kinds.find((kind) => path.startsWith(`/api/admin/${kind}`)) ?? elsewhere(path)
}

function elsewhere(path: string): Kind {
  return path.startsWith('/api/auth/sessions') ? 'sessions' : 'attachments'
}

const oddHeaders = fc.constantFrom<Record<string, string>>(
  { authorization: 'Bearer' },
  { authorization: `Bearer ${'x'.repeat(3000)}` },
  { authorization: 'Basic YTpi' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/xml' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': ';;;' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'nonsense' },
  { accept: 'image/png;q=nonsense' },
  { 'accept-encoding': 'br;q=0, *;q=0' },
  { 'accept-language': '-,;;q' },
  { 'x-forwarded-for': "' or 1=1 --", 'x-forwarded-proto': 'javascript' },
  { 'x-forwarded-host': 'a b' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-request-id': 'é'.repeat(40) },
  { host: 'a b' },
  { host: '[::1' },
  { host: '' },
  { range: 'bytes=9-1,-' },
  { 'if-none-match': '"' },
  { 'if-modified-since': 'never' },
  { expect: 'the unexpected' },
  { 'idempotency-key': 'x' },
  { cookie: 'a='.repeat(500) },
  { cookie: 'language=sw' },
  { origin: 'null', referer: 'javascript:alert(1)' },
  { __proto__: 'x', constructor: 'y' },
)

/** Complete bodies that are not JSON, or JSON of a wrong type. */
const rawBodies = fc.oneof(
  fc.constantFrom(
    Buffer.from(''),
    Buffer.from('{'),
    Buffer.from('nul'),
    Buffer.from('[{}]'),
    Buffer.from('{"a":1}{"a":1}'),
    Buffer.from('{"__proto__":{"polluted":true}}'),
    Buffer.from('['.repeat(50_000)),
    Buffer.from(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
    Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
    Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from(`{"name":"${'x'.repeat(300_000)}"}`),
    gzipSync('{"name":"x"}'),
    Buffer.from('a=%zz&=&&b=%00&c'),
    Buffer.from('--x\r\nContent-Disposition: form-data; name="first_name"\r\n\r\nx'),
  ),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
)

const mutation: Arbitrary<Mutation> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat({ max: 100 }), hostile)
      .map(([place, value]): Mutation => withBody((body) => replaced(body, place, value))),
  },
  {
    weight: 2,
    arbitrary: fc
      .nat({ max: 100 })
      .map((place): Mutation => withBody((body) => replaced(body, place, undefined))),
  },
  { weight: 1, arbitrary: hostile.map((body): Mutation => withBody(() => body)) },
  {
    weight: 2,
    arbitrary: rawBodies.map((body): Mutation => (attempt) => ({ ...attempt, body })),
  },
  {
    weight: 1,
    arbitrary: fc
      .nat({ max: 400 })
      .map((length): Mutation => withBody((body) => truncated(body, length))),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat({ max: 30 }), hostile)
      .map(([place, value]): Mutation => withQuery((query) => changedQuery(query, place, value))),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Mutation>(withQuery((query) => [...query, ...query])),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('__proto__', 'constructor', 'limit', 'q[]', 'q[a]', 'sort')
      .chain((name) => hostile.map((value) => withQuery((query) => [...query, [name, value]]))),
  },
  {
    weight: 2,
    arbitrary: fc
      .oneof(hostile, fc.uuid(), idPlaceholder('users'))
      .map((_id): Mutation => (attempt) => ({
        ...attempt,
        params: { ...attempt.params, _id },
      })),
  },
  {
    weight: 2,
    arbitrary: oddHeaders.map((headers): Mutation => (attempt) => ({
      ...attempt,
      headers: { ...attempt.headers, ...headers },
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'SEARCH')
      .map((method): Mutation => (attempt) => ({ ...attempt, method })),
  },
)

function withBody(change: (body: unknown) => unknown): Mutation {
  return (attempt) =>
    attempt.body === undefined ? attempt : { ...attempt, body: change(attempt.body) }
}

function withQuery(change: (query: Attempt['query']) => Attempt['query']): Mutation {
  return (attempt) => ({ ...attempt, query: change(attempt.query) })
}

/** The body with another value in one of its fields; `undefined` removes the field. */
function replaced(body: unknown, place: number, value: unknown): unknown {
  if (body === null || typeof body !== 'object' || Buffer.isBuffer(body)) return value ?? null
  const keys = Object.keys(body)
  const key = keys[place % keys.length]
  if (key === undefined) return value
  return { ...body, [key]: value }
}

function truncated(body: unknown, length: number) {
  return Buffer.isBuffer(body) ? body.subarray(0, length) : Buffer.from(text(body).slice(0, length))
}

function text(value: unknown) {
  return JSON.stringify(value) ?? ''
}

function changedQuery(query: Attempt['query'], place: number, value: unknown): Attempt['query'] {
  return query.map(([name, old], index) => [name, index === place % query.length ? value : old])
}

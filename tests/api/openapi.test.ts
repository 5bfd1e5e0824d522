import { expect, test } from 'vitest'

import { endpoints, startApi } from '../support/api.ts'

const { app } = await startApi()

interface Operation {
  summary: string
  security: unknown[]
  parameters?: { name: string; in: string }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: object }>
}

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
}

/** The places in a schema that say nothing of their value. The values of a record may be anything. */
function emptyIn(schema: Schema, at: string): string[] {
  const { properties = {}, items, anyOf = [], allOf = [], oneOf = [] } = schema
  const says = Object.keys(schema).some((key) => !['default', 'description'].includes(key))
  return [
    ...(says ? [] : [at]),
    ...Object.entries(properties).flatMap(([name, part]) => emptyIn(part, `${at}.${name}`)),
    ...[items ?? [], anyOf, allOf, oneOf].flat().flatMap((part) => emptyIn(part, at)),
  ]
}

const { paths, ...document } = (await app.inject('/api/openapi.json')).json()
const operationOf = (method: string, path: string): Operation | undefined =>
  paths[`/api${path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]

test('the summaries have the right articles', () => {
  const summaries = endpoints.map(([, { summary }]) => summary)

  expect(summaries).toContain('Create an institution')
  expect(summaries).toContain('Replace an application')
  expect(summaries).toContain('Delete a user')
  expect(summaries.filter((summary) => /\ba (?!one)[aeio]|\ban [^aeio]/.test(summary))).toEqual([])
})

test.each(endpoints)('the OpenAPI document describes %s', (_name, endpoint) => {
  const { method, path, summary, status, access, params, query, headers, body, response } = endpoint
  const { mediaTypes = ['text/csv'] } = endpoint
  const operation = operationOf(method, path)
  const places = new Set(operation?.parameters?.map((parameter) => parameter.in))

  expect(operation?.summary).toBe(summary)
  expect(Object.keys(operation!.responses)).toEqual([String(status), '4XX', '5XX'])
  expect(Object.keys(operation!.responses[status]!.content)).toEqual(
    response ? ['application/json'] : mediaTypes,
  )
  expect(operation!.security).toEqual(access === 'public' ? [] : [{ bearer: [] }])
  const isRequired = body && !body.safeParse(null).success
  expect(operation!.requestBody?.required).toBe(isRequired)
  const bodies = Object.values(operation!.requestBody?.content ?? {})
  expect(bodies.flatMap(({ schema }) => emptyIn(schema, 'body'))).toEqual([])
  expect(places).toEqual(
    new Set([params && 'path', query && 'query', headers && 'header'].filter(Boolean)),
  )
})

test('every list of the back office that has pages takes a search and an order', () => {
  const lists = endpoints.filter(([, { method, path }]) =>
    operationOf(method, path)?.parameters?.some(({ name }) => name === 'page'),
  )
  expect(lists.map(([name]) => name)).toEqual(
    expect.arrayContaining(['attachments.list', 'history', 'messages.list']),
  )
  for (const [name, { method, path }] of lists) {
    const names = operationOf(method, path)!.parameters!.map((parameter) => parameter.name)
    expect([name, names]).toEqual([name, expect.arrayContaining(['q', 'sort', 'limit'])])
  }
})

test('the OpenAPI document describes only the calls of the contract', () => {
  const operations = Object.values(paths as Record<string, object>).flatMap(Object.keys)

  expect(document.openapi).toMatch(/^3\.1/)
  expect(operations).toHaveLength(endpoints.length)
})

test.each(['/api/docs', '/api/docs/'])(
  '%s shows the document with all its assets',
  async (page) => {
    const { statusCode, headers, body } = await app.inject(page)
    const parts = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part]) => part!)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(parts.length).toBeGreaterThan(4)

    for (const part of parts) {
      const { origin, pathname } = new URL(part, `http://localhost${page}`)
      const answer = await app.inject(pathname)
      expect([part, origin, answer.statusCode]).toEqual([part, 'http://localhost', 200])
    }
  },
)

test('the content security policy of the documentation allows no other host', async () => {
  const { headers } = await app.inject('/api/docs/')
  const policy = String(headers['content-security-policy'])
  const sources = policy.split(';').flatMap((directive) => directive.trim().split(/\s+/).slice(1))

  expect(sources.length).toBeGreaterThan(5)
  expect(policy).toMatch(/default-src 'self'/)
  for (const source of sources)
    expect(source).toMatch(/^('(self|none|(nonce|sha256)-[^']+)'|data:)$/)
})

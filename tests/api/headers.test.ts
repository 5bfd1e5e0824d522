import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { addUser, choicesOf, formTo, startApi, submission } from '../support/api.ts'
import { administrator } from '../support/server.ts'

const { app, ask, token, db } = await startApi({ RATE_LIMIT: 'on' }, { pages: 'build' })
const choices = await choicesOf(ask)
const user = await addUser(ask, token)
const asset = readdirSync('build/client/assets').find((name) => name.endsWith('.js'))
const { etag } = (await app.inject('/')).headers
const serverUrl = await app.listen({ port: 0, host: '127.0.0.1' })

const form = '/industrial-attachment/apply'
const admin = { headers: { authorization: `Bearer ${token}` } }
const json = (payload: object) => ({ method: 'POST', payload }) as const

/** One request for every kind of answer, with its status. */
const requests: [what: string, status: number, request: string | InjectOptions][] = [
  ['a page', 200, '/'],
  ['a page that the browser has', 304, { url: '/', headers: { 'if-none-match': String(etag) } }],
  ['the head of a page', 200, { url: '/', method: 'HEAD' }],
  ['a script', 200, `/assets/${asset}`],
  ['the worker of the application path', 200, '/application-worker.js'],
  ['a script that is gone', 404, '/assets/gone.js'],
  ['a picture', 200, '/icon.svg'],
  ['a list for search engines', 200, '/sitemap.xml'],
  ['a page that is not there', 404, '/nothing/here'],
  ['a page of that name', 404, '/404'],
  ['the form', 200, form],
  ['a short link of the status page', 302, '/s/SPH-2026-7K3Q9M2X'],
  ['a form with mistakes', 422, formTo(form, {})],
  ['a form that is taken', 303, formTo(form, submission(choices))],
  ['a form that is too long', 413, formTo(form, { about_yourself: 'x'.repeat(2 ** 18) })],
  [
    'a form of another kind',
    415,
    { url: '/', method: 'POST', payload: '<xml/>', headers: { 'content-type': 'application/xml' } },
  ],
  ['a list', 200, '/api/users/institutions'],
  ['a new record', 201, { url: '/api/users/industrial-attachments', ...json(submission(choices)) }],
  ['a file', 200, { url: '/api/admin/export/users', ...admin }],
  ['a query that makes no sense', 400, { url: '/api/admin/users?limit=0', ...admin }],
  ['no session', 401, '/api/admin/users'],
  [
    'no administrator',
    403,
    { url: '/api/admin/users', headers: { authorization: `Bearer ${user.token}` } },
  ],
  ['no such call', 404, '/api/nothing'],
  ['no such record', 404, { url: `/api/admin/users/${choices.course}`, ...admin }],
  ['a conflict', 409, { url: '/api/admin/users', ...json(administratorAgain()), ...admin }],
  ['too much', 413, { url: '/api/auth/login', ...json({ email: 'x'.repeat(2 ** 19) }) }],
  [
    'a wrong type',
    415,
    {
      url: '/api/auth/login',
      method: 'POST',
      payload: 'x',
      headers: { 'content-type': 'text/plain' },
    },
  ],
  ['wrong fields', 422, { url: '/api/auth/login', ...json({}) }],
  ['a method without a call', 404, { url: '/api/auth/login', method: 'OPTIONS' }],
  ['a method without a page', 404, { url: '/about', method: 'DELETE' }],
  ['the description of the API', 200, '/api/openapi.json'],
  ['its pages', 200, '/api/docs'],
  ['a style of theirs', 200, '/api/docs/static/swagger-ui.css'],
  ['their old address', 302, '/api/docs/static/index.html'],
  ['life', 200, '/healthz'],
  ['readiness', 200, '/readyz'],
  ['an address that cannot be decoded', 400, '/%zz'],
  ['an address that is too long', 404, `/api/admin/users/${'x'.repeat(500)}`],
]

function administratorAgain() {
  return { name: 'Administrator', email: administrator.email, role: 'admin' }
}

test.each(requests)('%s (%i) carries the security headers', async (_what, status, request) => {
  const { statusCode, headers, rawPayload } = await app.inject(request)

  expect(statusCode).toBe(status)
  check(headers, rawPayload.length > 0)
})

test('only answers over TLS carry Strict-Transport-Security', async () => {
  const { app: otherApp } = await startApi({ TRUST_PROXY: 'loopback' }, { pages: 'build' })
  for (const url of ['/', form, `/assets/${asset}`, '/nothing/here', '/api/users/institutions']) {
    const overTls = await otherApp.inject({ url, headers: { 'x-forwarded-proto': 'https' } })
    expect(overTls.headers['strict-transport-security']).toBe('max-age=31536000')
    const plain = await otherApp.inject({ url })
    expect(plain.headers).not.toHaveProperty('strict-transport-security')
  }
})

test('the CSP allows the inline styles of a page, and no inline scripts', async () => {
  for (const url of ['/', '/industrial-attachment/apply']) {
    const { body, headers } = await app.inject(url)
    const [, styles = ''] = /<style[^>]*>([^]*?)<\/style>/.exec(body) ?? []
    const hash = `'sha256-${createHash('sha256').update(styles).digest('base64')}'`
    expect(headers['content-security-policy']).toContain(`style-src 'self' ${hash}; `)
    expect(headers['content-security-policy']).toMatch(/script-src 'self'; /)
  }
})

test('answers for one visitor are cached by no server', async () => {
  const cachedBy: Record<string, string> = {
    'the form': 'no-cache',
    'a form with mistakes': 'private, no-cache', // for the Back button
  }
  const personal = requests.filter(([, , request]) => {
    const url = typeof request === 'string' ? request : request.url
    return typeof url === 'string' && /^\/api\/(?!docs|openapi)|apply|nothing/.test(url)
  })
  expect(personal.length).toBeGreaterThan(15)
  for (const [what, , request] of personal) {
    const { headers } = await app.inject(request)
    expect([what, headers['cache-control']]).toEqual([what, cachedBy[what] ?? 'no-store'])
  }
})

test('too many attempts (429) carry the security headers', async () => {
  const body = { email: 'many@example.org', password: 'a wrong password' }
  for (let count = 0; count < 10; count++) await ask(api.auth.login, { body })
  const { status, headers } = await ask(api.auth.login, { body })

  expect(status).toBe(429)
  check(headers, true)
})

const malformed: [what: string, status: number, text: string][] = [
  ['what is no HTTP', 400, 'GARBAGE\r\n\r\n'],
  ['a version that is none', 400, 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
  ...['', '[', 'a b', 'a/b', 'x:99999', '<script>', 'x@y'].map((host): [string, number, string] => [
    `the host ${JSON.stringify(host)}`,
    400,
    `GET /nothing HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  ]),
  [
    'two lengths',
    400,
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  ],
  [
    'a length beside chunks',
    400,
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a header that breaks the line', 400, 'GET / HTTP/1.1\r\nHost: x\r\nA\u0000B: c\r\n\r\n'],
  ['headers without end', 431, `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`],
  ['an expectation', 417, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n'],
  ...['//', '//www.example.com/..', '/about/..', '/about/%2e%2e/', '/\\www.example.com'].map(
    (path): [string, number, string] => [
      `the ambiguous path ${path}`,
      404,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    ],
  ),
  ['TRACE', 404, 'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['an unknown method', 400, 'WONDER / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['all of the server', 404, 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
]

test.each(malformed)(
  '%s (%i) is answered in JSON with the headers',
  async (_what, status, text) => {
    const { socket, answer } = dial()
    socket.write(text)
    const refused = parse(await answer)

    expect(refused.first).toMatch(`HTTP/1.1 ${status} `)
    checkRefusal(refused)
  },
)

test.each([
  ['an address that cannot be decoded', '/%E0%A4%A'],
  ['a step up', '/about/%2e%2e/'],
  ['a backslash', '/\\\\www.example.com'],
  ['another host with a step up', '//www.example.com/..'],
  ['a script that is gone', '/assets/gone.js'],
  ['a picture that is gone', '/pictures/gone.webp'],
])('a browser gets the page 404 for %s', async (_what, path) => {
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/html,*/*\r\nConnection: close\r\n\r\n`
  const { socket, answer } = dial()
  socket.write(request)
  const page = parse(await answer)
  expect(page.first).toMatch('HTTP/1.1 404 ')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('Oops! Page not found')
  check(page.headers, true)
})

test.each([
  ['//programs', '/programs'],
  ['//programs?a=//b', '/programs?a=//b'],
  ['//www.example.com', '/www.example.com'],
])('a browser is led from %s to %s on the same host', async (path, location) => {
  const { socket, answer } = dial()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`)
  const { first, headers } = parse(await answer)
  expect([first, headers['location']]).toEqual(['HTTP/1.1 301 Moved Permanently', location])
})

test('HTTP/1.0 needs no host', async () => {
  for (const [path, status] of [
    ['/readyz', 200],
    ['/nothing', 404],
  ] as const) {
    const { socket, answer } = dial()
    socket.write(`GET ${path} HTTP/1.0\r\n\r\n`)
    expect(parse(await answer).first).toMatch(`HTTP/1.1 ${status} `)
  }
})

test('a request that never ends (408) is answered in JSON with the headers', async () => {
  const accepted = once(app.server, 'connection')
  const { answer } = dial()
  const [socket] = (await accepted) as [Socket]
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  app.server.emit('clientError', late, socket)
  const refused = parse(await answer)

  expect(refused.first).toBe('HTTP/1.1 408 Request Timeout')
  checkRefusal(refused)
})

test('a server error (500) carries the security headers', async () => {
  await db.schema.alterTable('departments').renameTo('departments_away').execute()
  const { status, headers } = await ask(api.public.departments)
  await db.schema.alterTable('departments_away').renameTo('departments').execute()

  expect(status).toBe(500)
  check(headers, true)
})

/** Opens a connection and reads until it closes. */
function dial() {
  const socket = connect(Number(new URL(serverUrl).port), '127.0.0.1')
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  socket.on('error', () => {})
  const answer = once(socket, 'close').then(() => Buffer.concat(parts).toString())
  return { socket, answer }
}

function parse(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [first, ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(': ')[0]!.toLowerCase(), line.slice(line.indexOf(': ') + 2)]),
  )
  return { first, headers, body }
}

function checkRefusal({ headers, body }: ReturnType<typeof parse>) {
  check(headers, true)
  const { message, error } = JSON.parse(body)
  expect([message, error]).toEqual([expect.stringMatching(/^[A-Z].+\.$/), message])
}

/** The requirements of OWASP ASVS 5.0 for every answer (3.4, 4.1.1). */
function check(headers: Record<string, unknown>, hasBody: boolean) {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
  })
  expect(headers).not.toHaveProperty('strict-transport-security')
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('set-cookie')
  expect(headers['content-type'] ?? (hasBody ? 'none' : 'charset=utf-8')).toMatch(/charset=utf-8$/i)

  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => [directive.split(' ')[0]!, directive.split(' ').slice(1)]),
  )
  expect(policy).toMatchObject({
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'worker-src': ["'self'"],
  })
  for (const source of [...policy['script-src']!, ...policy['style-src']!]) {
    expect(source).toMatch(/^'(self|nonce-[\w+/]{22}==|sha256-[\w+/]{43}=)'$/)
  }
}

test.each([
  [304, 'the ETag itself', `${etag}`],
  [304, 'a weak ETag', `W/${etag}`],
  [304, 'a list', `"another", W/${etag}`],
  [304, 'a list without spaces, with empty parts', `,"an,other",,${etag},`],
  [304, 'any version', '*'],
  [304, 'any version, with spaces', ' * '],
  [200, 'another ETag', '"another"'],
  [200, 'a list of others', '"another", W/"one more"'],
  [200, 'a star in quotes', '"*"'],
  [200, 'an ETag without quotes', `${etag}`.replaceAll('"', '')],
  [200, 'an ETag inside another one', `"x${`${etag}`.slice(1)}`],
  [200, 'nothing', ''],
])('a page is answered with %i if the browser names %s', async (status, _what, given) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await app.inject({ url: '/', method, headers: { 'if-none-match': given } })
    const hasBody = status === 200 && method === 'GET'
    expect([answer.statusCode, answer.headers.etag]).toEqual([status, etag])
    expect(answer.body.length > 0).toBe(hasBody)
  }
})

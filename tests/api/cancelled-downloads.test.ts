import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

import { expect, test, vi } from 'vitest'

import type { Application } from '../../contract/application/application.ts'
import { addMadeUpApplications, choicesOf, startApi } from '../support/api.ts'
import { addDocument, emptyPdf } from '../support/documents.ts'
import { intakeActors } from '../support/intakes.ts'

const METRICS_TOKEN = 'metrics-of-the-test'
const started = await startApi({ METRICS_TOKEN }, { pages: 'build' })
const { app, ask, db, token, variables } = started
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

const { accept, answer, apply, create } = intakeActors(ask, token, await choicesOf(ask))
const { _id: intake } = await create(1, {})
const applied: Application = await apply(intake, {})
await accept(applied._id)
await answer(applied, 'confirm')
const bytes = Buffer.concat([emptyPdf, randomBytes(4_000_000)])
const document = await addDocument({ db, dataDir: variables.DATA_DIR }, applied._id, { bytes })
await addMadeUpApplications(db, 400)
const proof = { reference: applied.referenceId, contact: applied.email }
const kind = 'acceptance'

const log = app.log as unknown as Record<string, (...parts: unknown[]) => void>
const lines = (['error', 'warn', 'fatal'] as const).map((level) => vi.spyOn(log, level))

interface Download {
  method?: string
  body?: object | URLSearchParams
}

/** The raw request of a download. */
function requestOf(path: string, encoding: string, { method = 'GET', body }: Download) {
  const text = body instanceof URLSearchParams ? body.toString() : JSON.stringify(body ?? '')
  const type = body instanceof URLSearchParams ? 'x-www-form-urlencoded' : 'json'
  return [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `origin: http://127.0.0.1:${port}`,
    `authorization: Bearer ${token}`,
    `accept-encoding: ${encoding}`,
    ...(body
      ? [`content-type: application/${type}`, `content-length: ${Buffer.byteLength(text)}`]
      : []),
    '',
    body ? text : '',
  ].join('\r\n')
}

/** Leaves a download, and waits until the server has noticed. Returns what arrived before. */
async function leave(when: 'before the answer' | 'after the first bytes', request: string) {
  const socket = connect(port, '127.0.0.1')
  const begun = once(app.server, 'request') as Promise<[unknown, ServerResponse]>
  const data = once(socket, 'data') as Promise<[Buffer]>
  socket.write(request)
  const [, response] = await begun
  const closed = once(response, 'close')
  const first = when === 'before the answer' ? '' : (await data)[0].toString('latin1')
  socket.destroy()
  await closed
  return first.slice(0, 15)
}

/** Takes a whole download. By its end, the handlers of cancelled ones before it have ended, too. */
function take(request: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(request.replace('\r\n', '\r\nconnection: close\r\n'))
  socket.resume()
  return once(socket, 'close')
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields)
const downloads: [what: string, path: string, download?: Download][] = [
  ['the CSV of applications', '/api/admin/export/attachments'],
  ['the CSV of an entity', '/api/admin/export/institutions'],
  ['the CSV of placements', '/api/admin/export/placements'],
  ['the report of an intake', `/api/admin/intakes/${intake}/funnel.csv`],
  ['the account of SMS', '/api/admin/messages/account.csv?month=2026-11'],
  ['a whole list', '/api/admin/attachments'],
  ['a document', `/api/admin/documents/${document._id}`],
  ['documents as ZIP', `/api/admin/attachments/documents.zip?ids=${applied._id}`],
  ['a letter', `/api/admin/attachments/${applied._id}/letter?kind=${kind}`],
  ['letters', `/api/admin/attachments/letters.pdf?kind=${kind}&ids=${applied._id}`],
  ['an own letter', '/api/users/applications/letter', { method: 'POST', body: { ...proof, kind } }],
  [
    'an own letter by the form',
    '/industrial-attachment/letter',
    { method: 'POST', body: form({ ...proof, kind, language: 'en' }) },
  ],
  [
    'an own document',
    '/industrial-attachment/status/document',
    { method: 'POST', body: form({ ...proof, _id: document._id }) },
  ],
  ['the personal data of an applicant', `/api/admin/personal-data?ids=${applied._id}`],
]

test.each(downloads)(
  'a cancelled download logs no error: %s',
  async (_what, path, download = {}) => {
    for (const encoding of ['identity', 'gzip', 'br', 'zstd']) {
      const request = requestOf(path, encoding, download)
      expect(await leave('after the first bytes', request)).toBe('HTTP/1.1 200 OK')
      await leave('before the answer', request)
      await take(request)
    }

    expect(lines.flatMap(({ mock }) => mock.calls)).toEqual([])
  },
)

test('a cancelled download counts as no error', async () => {
  const { body } = await app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  expect(body).toContain('status="2xx"')
  expect(body).not.toContain('status="5xx"')
})

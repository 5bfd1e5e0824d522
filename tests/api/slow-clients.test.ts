import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import { addMadeUpApplications, choicesOf, startApi, submission } from '../support/api.ts'

const timeLimits = { headers: 600, request: 1200, silence: 2500 }
const { app, ask, db, token } = await startApi({}, { timeLimits })
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

// 20 MB: more than the buffers of the network can hold.
const applications = 2000
await addMadeUpApplications(db, applications, () => ({ about_yourself: 'Pwani '.repeat(1700) }))

const head = 'POST /api/users/industrial-attachments HTTP/1.1\r\nhost: x\r\n'
const slowly: [what: string, first: string, then: string][] = [
  ['nothing', '', ''],
  ['headers byte by byte', head, 'x'],
  [
    'a body byte by byte',
    `${head}content-type: application/json\r\ncontent-length: 9999\r\n\r\n`,
    ' ',
  ],
]

for (const [what, first, then] of slowly) {
  test(`a client that sends ${what} is disconnected and delays nobody`, async () => {
    const sockets = Array.from({ length: 50 }, open)
    const said = sockets.map(everythingFrom)
    for (const socket of sockets) if (first) socket.write(first)
    const dribble = setInterval(() => {
      for (const socket of sockets) if (then) socket.write(then)
    }, 50)
    onTestFinished(() => clearInterval(dribble))

    expect(await statusOfCourses()).toBe(200)
    for (const text of await Promise.all(said)) expect(text).toMatch(/^$|^HTTP\/1.1 408 /)
  })
}

test('500 silent connections delay nobody', async () => {
  const sockets = Array.from({ length: 500 }, open)
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const statuses = await Promise.all(Array.from({ length: 50 }, statusOfCourses))
  expect(new Set(statuses)).toEqual(new Set([200]))
  await Promise.all(sockets.map(everythingFrom))
})

test('a client that disconnects during its request stores nothing', async () => {
  const body = JSON.stringify(submission(await choicesOf(ask), { email: 'gone@example.org' }))
  const headers = `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  for (let client = 0; client < 50; client++) {
    const socket = open()
    socket.write(head + headers + body.slice(0, -1))
    await once(socket, 'ready')
    socket.resetAndDestroy()
  }
  await noConnections()
  expect(
    await ask(api.attachments.list, { token, query: { q: 'gone@example.org' } }),
  ).toMatchObject({
    status: 200,
    body: [],
  })
})

for (const [what, leave] of [
  ['vanishes', (answer: IncomingMessage) => answer.destroy()],
  ['stops reading', (answer: IncomingMessage) => answer.pause()],
] as const) {
  test(`a client that ${what} during a download leaves nothing open`, async () => {
    const before = await exportsSoFar()
    for (let client = 0; client < 10; client++) {
      const download = request(`${url}/api/admin/export/attachments`, {
        headers: { authorization: `Bearer ${token}` },
      })
      download.on('error', () => {})
      download.end()
      const [answer] = (await once(download, 'response')) as [IncomingMessage]
      answer.on('error', () => {})
      for (let read = 0; read < 100_000;) read += (await once(answer, 'data'))[0].length
      leave(answer)
    }
    await noConnections()
    await vi.waitUntil(async () => (await exportsSoFar()).length === before.length + 10, 5000)
    const given = (await exportsSoFar()).slice(before.length).map(({ count }) => count)
    expect(Math.max(...given.map(Number))).toBeLessThan(applications)
    // The last history entry may be stored before its connection is idle.
    await expect.poll(busyConnections, { timeout: 5000 }).toBe(0)
  })
}

function open() {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Sends a request over a new connection. */
async function statusOfCourses() {
  const question = request(`${url}/api/users/courses`, { agent: false }).end()
  const [answer] = (await once(question, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

/** Reads until the other side closes the connection. */
async function everythingFrom(socket: Socket) {
  let said = ''
  socket.setEncoding('utf8').on('data', (text) => (said += text))
  await new Promise((resolve) => (socket.closed ? resolve(null) : socket.once('close', resolve)))
  return said
}

/** Waits until the server has no connections. */
async function noConnections() {
  await vi.waitUntil(
    () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count === 0))),
    15_000,
  )
}

function exportsSoFar() {
  return db
    .selectFrom('history')
    .select('count')
    .where('action', '=', 'export')
    .orderBy('_id')
    .execute()
}

/** Number of busy connections to PostgreSQL, besides our own. */
async function busyConnections() {
  if (process.env['TEST_ENGINE'] !== 'postgres') return 0
  const { rows } = await sql<{ busy: number }>`
    select count(*) as busy from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(db)
  return rows[0]?.busy
}

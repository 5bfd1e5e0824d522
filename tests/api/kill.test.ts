import { randomUUID } from 'node:crypto'

import { expect, inject, onTestFinished, test } from 'vitest'

import type { Attachment } from '../../contract/attachment.ts'
import { submission } from '../support/api.ts'
import { administrator, newDatabase, startServer } from '../support/server.ts'

const clients = 8
const enough = 50

test('what was acknowledged survives a SIGKILL in the middle of submissions', async () => {
  const data = await newData()
  const first = await startServer(data)
  const choices = await choicesOf(first.url)
  const sent = new Map<string, object>()
  const acknowledged = new Map<string, string>()
  let killed: ReturnType<typeof first.stop> | undefined

  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (;;) {
        const key = randomUUID()
        const body = submission(choices, { email: `${key}@example.org` })
        sent.set(key, body)
        const receipt = await submit(first.url, key, body).catch(() => undefined)
        if (!receipt) return
        acknowledged.set(key, receipt.referenceId)
        if (acknowledged.size === enough) killed = first.stop('SIGKILL')
      }
    }),
  )
  expect(await killed).toBe('SIGKILL')
  expect(acknowledged.size).toBeGreaterThanOrEqual(enough)
  expect(sent.size - acknowledged.size).toBe(clients)

  const second = await startServer(data)
  onTestFinished(() => void second.stop('SIGKILL'))
  const survivors = new Set((await list(second.url)).map(({ referenceId }) => referenceId))
  for (const referenceId of acknowledged.values()) expect(survivors).toContain(referenceId)
  expect(survivors.size).toBeLessThanOrEqual(sent.size)

  for (const [key, body] of sent) {
    const { referenceId } = await submit(second.url, key, body)
    expect(referenceId).toBe(acknowledged.get(key) ?? referenceId)
    acknowledged.set(key, referenceId)
  }
  const records = await list(second.url)
  expect(records).toHaveLength(sent.size)
  expect(
    new Map(records.map(({ email, referenceId }) => [email.split('@')[0], referenceId])),
  ).toEqual(acknowledged)
  expect(await second.stop('SIGTERM')).toBe(0)
}, 30_000)

/** The settings of a new, empty database of the engine under test; removed after the test. */
async function newData() {
  const isPostgres = process.env['TEST_ENGINE'] === 'postgres'
  const { variables, remove } = isPostgres
    ? await newDatabase('postgres', inject('postgresUrl'))
    : await newDatabase('sqlite', undefined)
  onTestFinished(remove)
  return { DATABASE_URL: '', ...variables }
}

async function submit(url: string, key: string, body: object) {
  const response = await post(`${url}/api/users/industrial-attachments`, body, {
    'idempotency-key': key,
  })
  expect(response.status).toBe(201)
  return (await response.json()) as { referenceId: string }
}

async function list(url: string) {
  const { token } = (await (await post(`${url}/api/auth/login`, administrator)).json()) as {
    token: string
  }
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/admin/attachments`, { headers })
  return (await response.json()) as Attachment[]
}

async function choicesOf(url: string) {
  const read = async (what: string) =>
    (await (await fetch(`${url}/api/users/${what}`)).json()) as {
      _id: string
      institution: { _id: string }
    }[]
  const [[department], [course]] = [await read('departments'), await read('courses')]
  return { department: department!._id, course: course!._id, institution: course!.institution._id }
}

function post(url: string, body: object, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { openDatabase } from '../../server/database/open.ts'
import { submission } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { newData, startOwnServer } from '../support/own-server.ts'
import { locationOf } from '../support/server.ts'

const { app } = await startApp({ TRUST_PROXY: '192.0.2.1' })

const idOf = async (url: string, given?: string, from = '192.0.2.1') => {
  const headers = given === undefined ? {} : { 'x-request-id': given }
  const answer = await app.inject({ url, headers, remoteAddress: from })
  return answer.headers['x-request-id']
}

test('every answer has a unique request id', async () => {
  const paths = ['/healthz', '/api/users/departments', '/api/users/departments', '/api/no', '/%']
  const ids = await Promise.all(paths.map((path) => idOf(path)))

  for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(new Set(ids).size).toBe(paths.length)
})

test('the id of a trusted proxy is kept, any other is replaced', async () => {
  expect(await idOf('/healthz', 'proxy-1:4711.a_B')).toBe('proxy-1:4711.a_B')

  expect(await idOf('/healthz', 'proxy-1:4711.a_B', '192.0.2.2')).not.toBe('proxy-1:4711.a_B')
  for (const odd of ['short', 'with spaces in it', '{"level":"fatal"}', 'x'.repeat(129)]) {
    expect(await idOf('/healthz', odd)).toMatch(/^[\da-f-]{36}$/)
  }
})

test('a server error has the same id in the answer, on the page and in the log', async () => {
  const variables = await newData()
  const server = await startOwnServer({ ...variables, LOG_LEVEL: 'info' })
  const body = submission(await breakSubmissions(variables))

  const answer = await fetch(`${server.url}/api/users/industrial-attachments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { requestId, message } = (await answer.json()) as { requestId: string; message: string }
  expect([answer.status, message]).toEqual([
    500,
    'Something went wrong on our side. Please try again.',
  ])
  expect(answer.headers.get('x-request-id')).toBe(requestId)

  const page = await fetch(`${server.url}/about`, { method: 'POST' })
  expect(page.headers.get('content-type')).toMatch('text/html')
  expect(await page.text()).toContain(page.headers.get('x-request-id'))

  const fields = Object.entries(body).map(([name, value]) => [name, String(value)])
  const form = await fetch(`${server.url}/industrial-attachment/apply`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  expect(form.status).toBe(500)

  await server.stop('SIGTERM')
  const ofForm = server.printed.filter((line) => line.includes(form.headers.get('x-request-id')!))
  expect(ofForm.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, msg: 'what a form asked for failed', err: { message: expect.any(String) } },
    { level: 30, msg: 'answered', status: 500 },
  ])
  const lines = server.printed.filter((line) => line.includes(requestId))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, requestId, msg: 'request failed', err: { message: expect.any(String) } },
    { level: 30, requestId, msg: 'answered', status: 500 },
  ])
  const answers = Object.values(body).filter((value) => String(value).length > 8)
  const printed = server.printed.join('\n')
  expect(answers.filter((value) => printed.includes(String(value)))).toEqual([])
})

/** Reads the current institutions, courses and departments and chooses from them. */
async function breakSubmissions(variables: Record<string, string>) {
  const { db } = openDatabase(locationOf(variables))
  const department = await db.selectFrom('departments').select('_id').executeTakeFirstOrThrow()
  const course = await db
    .selectFrom('courses')
    .select(['_id', 'institution'])
    .executeTakeFirstOrThrow()
  await sql`drop table history`.execute(db)
  await db.destroy()
  return { department: department._id, course: course._id, institution: course.institution }
}

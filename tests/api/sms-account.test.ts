import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { startApi } from '../support/api.ts'

const { ask, token, db } = await startApi({ SMS_CURRENCY: 'UGX' })

await db
  .insertInto('sms_days')
  .values([
    { day: '2026-10-31', messages: 9, parts: 9, cost: 72_000 },
    { day: '2026-11-30', messages: 2, parts: 3, cost: 24_000 },
    { day: '2026-11-01', messages: 43, parts: 51, cost: 408_000 },
    { day: '2026-12-01', messages: 9, parts: 9, cost: 72_000 },
  ])
  .execute()

const account = (month: string) => ask(api.messages.account, { token, query: { month } })

test('the account of a month has a line for each day on which SMS were sent', async () => {
  const { status, headers, text } = await account('2026-11')

  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe('attachment; filename="sms_2026-11.csv"')
  expect(text).toBe(
    '\uFEFFDay,Messages,Parts,Cost,Currency\r\n' +
      '2026-11-01,43,51,40.8000,UGX\r\n' +
      '2026-11-30,2,3,2.4000,UGX\r\n',
  )
})

test('a month without SMS is a file with headings only', async () => {
  expect((await account('2026-09')).text).toBe('\uFEFFDay,Messages,Parts,Cost,Currency\r\n')
})

test('a wrong month gets a sentence', async () => {
  const answers = [await account('2026-13'), await account('11/2026'), await account('2026-1')]
  const missing = await ask(api.messages.account, { token })

  for (const { status, body } of [...answers, missing]) {
    expect([status, body.message]).toEqual([
      400,
      expect.stringContaining('Give a month like 2026-11'),
    ])
  }
})

test('the history tells who took the account', async () => {
  await account('2026-11')
  const query = { action: 'export', entity: 'message', limit: '1' }
  const { body } = await ask(api.history, { token, query })

  expect(body).toMatchObject([{ action: 'export', entity: 'message', record: null, count: 2 }])
  expect(body[0].user.name).not.toBe('')
})

import { expect, test } from 'vitest'

import { newData, sendOwnApplicants, startOwnServer } from '../support/own-server.ts'
import { choicesAt, compare } from '../support/concurrent-applicants.ts'

const clients = 8
const enough = 50

test('what was acknowledged survives a SIGKILL in the middle of submissions', async () => {
  const data = await newData()
  const first = await startOwnServer(data)
  const applicants = sendOwnApplicants(first.url, clients, await choicesAt(first.url))
  await applicants.receipts(enough)
  expect(await first.stop('SIGKILL')).toBe('SIGKILL')
  await applicants.stop()
  expect(applicants.failures.length).toBeGreaterThan(0)

  const second = await startOwnServer(data)
  expect(await compare(second.url, applicants)).toEqual({ lost: 0, changed: 0, doubled: 0 })
  expect(await second.stop('SIGTERM')).toBe(0)
}, 30_000)

test('a SIGTERM in the middle of submissions breaks none of them off', async () => {
  const data = await newData()
  const first = await startOwnServer(data)
  const applicants = sendOwnApplicants(first.url, clients, await choicesAt(first.url))
  await applicants.receipts(enough)
  expect(await first.stop('SIGTERM')).toBe(0)
  await applicants.stop()
  // Whoever came too late found the door closed; nobody who came in was told that it failed.
  expect(applicants.failures.filter(({ reason }) => /^\d/.test(reason))).toEqual([])

  const second = await startOwnServer(data)
  expect(await compare(second.url, applicants)).toEqual({ lost: 0, changed: 0, doubled: 0 })
  expect(await second.stop('SIGTERM')).toBe(0)
}, 30_000)

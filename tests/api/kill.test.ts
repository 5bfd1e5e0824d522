import { expect, test } from 'vitest'

import { newData, sendOwnApplicants, startOwnServer } from '../support/own-server.ts'
import { choicesAt, compare } from '../support/concurrent-applicants.ts'

const clients = 8
const receiptsBeforeSignal = 50

test('acknowledged submissions survive a SIGKILL', async () => {
  const data = await newData()
  const first = await startOwnServer(data)
  const applicants = sendOwnApplicants(first.url, clients, await choicesAt(first.url))
  await applicants.receipts(receiptsBeforeSignal)
  expect(await first.stop('SIGKILL')).toBe('SIGKILL')
  await applicants.stop()
  expect(applicants.failures.length).toBeGreaterThan(0)

  const second = await startOwnServer(data)
  expect(await compare(second.url, applicants)).toEqual({ lost: 0, changed: 0, doubled: 0 })
  expect(await second.stop('SIGTERM')).toBe(0)
}, 30_000)

test('SIGTERM interrupts no submission that is under way', async () => {
  const data = await newData()
  const first = await startOwnServer(data)
  const applicants = sendOwnApplicants(first.url, clients, await choicesAt(first.url))
  await applicants.receipts(receiptsBeforeSignal)
  expect(await first.stop('SIGTERM')).toBe(0)
  await applicants.stop()
  // Late connections are refused; an accepted one gets no error status.
  expect(applicants.failures.filter(({ reason }) => /^\d/.test(reason))).toEqual([])

  const second = await startOwnServer(data)
  expect(await compare(second.url, applicants)).toEqual({ lost: 0, changed: 0, doubled: 0 })
  expect(await second.stop('SIGTERM')).toBe(0)
}, 30_000)

import { expect, test } from 'vitest'

import { newRecord } from './ids.ts'

test('ids are UUIDs of version 7 that only count up, within a millisecond too', () => {
  const before = Date.now()
  const ids = Array.from({ length: 20_000 }, () => newRecord()._id)

  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  const pattern = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
  expect(ids.filter((id) => !pattern.test(id))).toEqual([])
  const time = Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16)
  expect(time).toBeGreaterThanOrEqual(before)
  expect(time).toBeLessThanOrEqual(Date.now())
})

import { expect, test } from 'vitest'

import { readTogether } from './page-cache.ts'

test('who asks at the same moment shares a reading, and nobody gets one that began before', async () => {
  let value = 'old'
  let readings = 0
  const begun = Promise.withResolvers<void>()
  const ask = readTogether(async () => {
    readings++
    const read = value
    begun.resolve()
    await Promise.resolve()
    return read
  })

  const together = [ask(), ask(), ask()]
  await begun.promise
  value = 'new'
  expect(await ask()).toBe('new')
  expect(await Promise.all(together)).toEqual(['old', 'old', 'old'])
  expect(readings).toBe(2)
})

import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { describeError } from './connection-errors.ts'

const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}:5432`)

test('what hinders is told also where the error itself says nothing, or little', async () => {
  expect(describeError(new AggregateError([refused('::1'), refused('127.0.0.1')]))).toBe(
    'connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432',
  )
  expect(describeError(Object.assign(new Error('disk I/O error'), { errcode: 4874 }))).toBe(
    'disk I/O error: is the disk full?',
  )
  const missing: unknown = await readFile('no-such-file').catch((error: unknown) => error)
  expect(describeError(missing)).toBe("ENOENT: no such file or directory, open 'no-such-file'")
})

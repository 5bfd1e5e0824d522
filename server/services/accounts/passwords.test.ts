import { verify } from '@node-rs/argon2'
import { beforeEach, expect, test, vi } from 'vitest'

import { hashPassword, isPassword } from './passwords.ts'

vi.mock('@node-rs/argon2', { spy: true })
beforeEach(() => void vi.mocked(verify).mockClear())

test.each([
  ['dhows in the evening', 1],
  ['majahazi na ndão', 1],
  ['majahazi na ndão'.normalize('NFD'), 2],
])('checking the wrong password %j computes as few hashes as possible', async (typed, hashes) => {
  for (const stored of [await hashPassword('another one'), null, undefined]) {
    vi.mocked(verify).mockClear()
    expect(await isPassword(typed, stored)).toBe(false)
    expect(verify).toHaveBeenCalledTimes(hashes)
  }
})

test('a right password in another form needs one hash', async () => {
  const stored = await hashPassword('majahazi na ndão'.normalize('NFD'))
  expect(await isPassword('majahazi na ndão'.normalize('NFD'), stored)).toBe(true)
  expect(verify).toHaveBeenCalledTimes(1)
})

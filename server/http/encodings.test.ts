import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { chooseEncoding } from './encodings.ts'

const run = promisify(execFile)

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['zstd, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.0,gzip ;q=0', undefined],
  ['br;q=0.01', 'br'],
  ['brotli, x-gzipped', undefined],
  ['identity', undefined],
  [undefined, undefined],
])('a client that accepts %s gets %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})

test('forty pages compressed at the same moment take less than 250 MB', async () => {
  const script = `
    const { encode } = await import(${JSON.stringify(import.meta.resolve('./encodings.ts'))})
    const page = Buffer.from('<p>Karibu</p>'.repeat(3000))
    await Promise.all(Array.from({ length: 40 }, () => encode(page)))
    console.log(process.resourceUsage().maxRSS / 1024)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script])
  expect(Number(stdout)).toBeLessThan(250)
})

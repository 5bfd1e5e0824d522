import { expect, test } from 'vitest'

import { chooseEncoding } from './encodings.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['zstd, gzip', 'zstd'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.0,gzip ;q=0', undefined],
  ['br;q=0.01', 'br'],
  ['brotli, x-gzipped', undefined],
  ['identity', undefined],
  [undefined, undefined],
])('a client that accepts %s gets %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})

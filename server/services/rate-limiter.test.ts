import { expect, test } from 'vitest'

import { networkOf } from './rate-limiter.ts'

test.each([
  ['203.0.113.88', '203.0.113.88'],
  ['::ffff:203.0.113.88', '203.0.113.88'],
  ['2001:DB8:0:7:a::1', '2001:db8:0:7::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('limits count %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

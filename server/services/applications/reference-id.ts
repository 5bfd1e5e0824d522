import { randomUUID } from 'node:crypto'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A new reference ID, `SPH-YYYY-XXXXXXXX`: the year of `time` (ISO 8601) and 40 random bits. Input is
 * checked with `referenceIdPattern`, so change both together.
 */
export function newReferenceId(time: string) {
  // Node buffers the random bytes of UUIDs; `randomBytes` would ask the operating system each time.
  let bits = Number.parseInt(randomUUID().slice(-10), 16)
  let code = ''
  for (; code.length < 8; bits = Math.floor(bits / 32)) code += crockford[bits % 32]
  return `SPH-${time.slice(0, 4)}-${code}`
}

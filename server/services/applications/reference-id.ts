import { randomUUID } from 'node:crypto'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** New `SPH-YYYY-XXXXXXXX` with 40 random bits, for the year of an ISO 8601 time. */
export function newReferenceId(time: string) {
  // Node buffers the random bytes of UUIDs; `randomBytes` would ask the operating system each time.
  let bits = Number.parseInt(randomUUID().slice(-10), 16)
  let code = ''
  for (; code.length < 8; bits = Math.floor(bits / 32)) code += crockford[bits % 32]
  return `SPH-${time.slice(0, 4)}-${code}`
}

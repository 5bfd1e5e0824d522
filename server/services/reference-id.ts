import { randomBytes } from 'node:crypto'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new `SPH-YYYY-XXXXXXXX` with 40 random bits, for the year of an ISO 8601 time. */
export function newReferenceId(time: string) {
  let code = ''
  for (const byte of randomBytes(8)) code += crockford[byte % crockford.length]
  return `SPH-${time.slice(0, 4)}-${code}`
}

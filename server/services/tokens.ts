import { hash, randomBytes } from 'node:crypto'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A secret of 256 random bits, and its hash. The database stores only the hash. */
export function newToken() {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

export function hashToken(token: string) {
  return hash('sha256', token, 'base64url')
}

/** Random digits in Crockford's base 32, of 5 bits each. */
export function randomBase32(digits: number) {
  return Array.from(randomBytes(digits), (byte) => crockford[byte % 32]).join('')
}

import { hash, randomBytes } from 'node:crypto'

/** A secret of 256 random bits, and its hash. The database stores only the hash. */
export function newToken() {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

export function hashToken(token: string) {
  return hash('sha256', token, 'base64url')
}

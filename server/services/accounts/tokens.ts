import { hash, randomBytes } from 'node:crypto'

/** Secret of 256 random bits, returned once; only its hash is stored. */
export function newToken() {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

export function hashToken(token: string) {
  return hash('sha256', token, 'base64url')
}

import { hash, randomBytes } from 'node:crypto'

/** A secret of 256 random bits that is handed out once; only its hash is kept. */
export function newToken() {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

export function hashToken(token: string) {
  return hash('sha256', token, 'base64url')
}

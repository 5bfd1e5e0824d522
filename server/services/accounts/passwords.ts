import { randomBytes } from 'node:crypto'

import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the parameters that OWASP's Password Storage Cheat Sheet names first. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string) {
  return hash(password, parameters)
}

/** Whether the password is right; takes as long for an account that has none or is unknown. */
export async function isPassword(password: string, stored: string | null | undefined) {
  const matches = await verify(stored ?? nobodys, password)
  return matches && stored !== null && stored !== undefined
}

/** A hash of no password, made up in place of one that took as long as a sign-in to calculate. */
const { memoryCost, timeCost, parallelism } = parameters
const nobodys = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${base64(16)}$${base64(32)}`

function base64(bytes: number) {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '')
}

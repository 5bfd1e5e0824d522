import { randomBytes } from 'node:crypto'

import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the first parameters of OWASP's Password Storage Cheat Sheet. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** NFKC (NIST SP 800-63B): keyboards write one letter in several ways, é as one character or two. */
export function normalizePassword(typed: string) {
  return typed.normalize('NFKC')
}

export function hashPassword(typed: string) {
  return hash(normalizePassword(typed), parameters)
}

/** Whether the password is right. The check takes as long for an account without a password. */
export async function isPassword(typed: string, stored: string | null | undefined) {
  const password = normalizePassword(typed)
  const matches =
    (await verify(stored ?? nobodys, password)) ||
    // Earlier versions hashed the password as it was typed.
    (password !== typed && (await verify(stored ?? nobodys, typed)))
  return matches && stored !== null && stored !== undefined
}

/** A fake hash that no password matches. To compute a real hash would make the start slower. */
const { memoryCost, timeCost, parallelism } = parameters
const nobodys = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${base64(16)}$${base64(32)}`

function base64(bytes: number) {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '')
}

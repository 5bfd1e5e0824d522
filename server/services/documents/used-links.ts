import { hash } from 'node:crypto'

import { insert } from '../../database/insert.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { withFileHashes } from './documents.ts'
import { now } from '../ids.ts'
import { findRow } from '../rows.ts'
import { hashToken } from '../tokens.ts'

/**
 * Milliseconds for which a used link remembers what it was used for. A double tap sends a form twice, and
 * the browser shows the second answer: it must say that the first one has arrived.
 */
const remembered = 10 * 60 * 1000

/** The use of a one-time link: an idempotency key from its token, and a hash of what was sent. */
export interface LinkUse {
  key: string
  fingerprint: string
}

/** `sent` is what a form has sent. Files count by their content: each request has other upload keys. */
export async function linkUse(
  db: Database,
  token: string,
  sent: Record<string, unknown>,
): Promise<LinkUse> {
  const { extra } = await withFileHashes(db, { extra: sent })
  const values = Object.entries(extra).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { key: keyOf(token), fingerprint: hash('sha256', JSON.stringify(values), 'base64url') }
}

/** Remembers the use of a link in the transaction that uses it up. */
export function rememberUse(transaction: Transaction, use: LinkUse, referenceId: string) {
  return insert(transaction, 'idempotency_keys', { ...use, referenceId, createdAt: now() })
}

/** The result of the use that this one repeats; undefined if the link was used for anything else. */
export async function findRepeated(db: Database, { key, fingerprint }: LinkUse) {
  const found = await findUse(db, key)
  return found?.fingerprint === fingerprint ? { referenceId: found.referenceId } : undefined
}

/** Whether a link was used in the last minutes. Only then is a form of a used link read at all. */
export async function wasJustUsed(db: Database, token: string) {
  return (await findUse(db, keyOf(token))) !== undefined
}

async function findUse(db: Database, key: string) {
  const found = await findRow(db, 'idempotency_keys', { key })
  return found && found.createdAt > now(-remembered) ? found : undefined
}

function keyOf(token: string) {
  return `link ${hashToken(token)}`
}

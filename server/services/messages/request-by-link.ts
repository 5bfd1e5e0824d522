import type { Language } from '../../../contract/language/languages.ts'
import type { MessageKind } from '../../../contract/message/message.ts'
import type { OneTimeLink } from '../../../contract/one-time-link.ts'
import type { AttachmentsTable, Database, Transaction } from '../../database/tables.ts'
import { now } from '../ids.ts'
import { hasRow } from '../rows.ts'
import { newToken } from '../tokens.ts'
import { enqueueMessage } from './outbox.ts'

/** Milliseconds for which a one-time link of an applicant is valid. */
const validity = 14 * 24 * 60 * 60 * 1000

/** The way of a request to the applicant. */
export interface Reach {
  /** The public address of the site. */
  publicUrl: string
  /** Whether the applicant gets an e-mail with a link. */
  isEmailed: boolean
  /** Whether a mail server sends the e-mail. False: it becomes a file. */
  reachesPeople: boolean
}

interface LinkRequest {
  kind: MessageKind
  /** The id of what the link is for. */
  about: string
  createLink: (db: Database, about: string) => Promise<{ token: string; expiresAt: string }>
  pathOf: (language: Language, token: string) => string
}

/**
 * Queues the message that asks an applicant for something, and returns a one-time link for staff to hand
 * over. The message gets a link of its own when it is sent, so no token is stored anywhere.
 */
export async function requestByLink(
  transaction: Transaction,
  { _id, language }: AttachmentsTable,
  { kind, about, createLink, pathOf }: LinkRequest,
  { publicUrl, isEmailed, reachesPeople }: Reach,
): Promise<OneTimeLink> {
  const unsent = { kind, about, state: ['waiting', 'sending'] } as const
  if (isEmailed && !(await hasRow(transaction, 'outbox', unsent))) {
    await enqueueMessage(transaction, kind, [_id], about)
  }
  const { token, expiresAt } = await createLink(transaction, about)
  const url = `${publicUrl}${pathOf(language, token)}`
  return { url, expiresAt, emailed: isEmailed && reachesPeople }
}

/** The secret of a one-time link, what the database stores of it, and when it expires. */
export function newLink() {
  return { ...newToken(), expiresAt: now(validity) }
}

import type { Language } from '../../../contract/language/languages.ts'
import { messageTroubles, type Transport } from '../../../contract/message/message.ts'
import { toNationalNumber } from '../../../contract/phone-number.ts'
import { anyOf } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'
import { yieldToOthers } from '../../database/transaction.ts'
import { inOrderOf } from '../pagination.ts'
import type { MessageRow } from './render-message.ts'
import { type SmsTariff, transportsTo } from './tariff.ts'

/** Applications that are read in one step. Other requests run between two steps. */
export const stepSize = 100

/** An application of somebody who gets a message, and how. */
export interface Recipient extends Pick<
  MessageRow,
  '_id' | 'first_name' | 'email' | 'phone_number' | 'contact_by' | 'smsRefused' | 'referenceId'
> {
  last_name: string
  language: Language
  transports: Transport[]
  /** Why no message reaches the person; undefined if one does. */
  why: string | undefined
}

/**
 * The people of these applications, and how a message reaches each. A person with several applications
 * is told once, about the newest by which a message arrives. Undefined if an application is gone.
 */
export async function findRecipients(
  db: Database,
  ids: readonly string[],
  tariff: Pick<SmsTariff, 'isOffered'>,
): Promise<Recipient[] | undefined> {
  const unique = [...new Set(ids)]
  const found: Recipient[] = []
  for (let start = 0; start < unique.length; start += stepSize) {
    found.push(...(await readStep(db, unique.slice(start, start + stepSize), tariff)))
    await yieldToOthers(db)
  }
  return found.length < unique.length ? undefined : onePerPerson(found)
}

async function readStep(
  db: Database,
  ids: string[],
  tariff: Pick<SmsTariff, 'isOffered'>,
): Promise<Recipient[]> {
  const rows = await db
    .selectFrom('attachments')
    .select(['_id', 'updatedAt', 'language', 'first_name', 'last_name', 'email', 'phone_number'])
    .select(['contact_by', 'smsRefused', 'referenceId'])
    .where(anyOf(db, '_id', ids))
    .execute()
  const failures = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['attachment', fn.max('endedAt').as('endedAt')])
    .where(anyOf(db, 'attachment', ids))
    .where('state', '=', 'failed')
    .where('trouble', '=', 'unknown address')
    .groupBy('attachment')
    .execute()
  const failedAt = new Map(failures.map(({ attachment, endedAt }) => [attachment, endedAt ?? '']))
  return inOrderOf(ids, rows).map(({ updatedAt, ...row }) => {
    // A change since may have corrected the address.
    const isUnknown = (failedAt.get(row._id) ?? '') > updatedAt
    const transports = transportsTo(row, tariff).filter((one) => one === 'sms' || !isUnknown)
    const why = transports.length > 0 ? undefined : messageTroubles['unknown address']
    return { ...row, transports, why }
  })
}

/** One application of each person: those with the same e-mail address or national number (union-find). */
function onePerPerson(rows: Recipient[]) {
  const parents = rows.map((_row, index) => index)
  const rootOf = (index: number): number => {
    let root = index
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!
    return root
  }
  const firstOf = new Map<string, number>()
  for (const [index, { email, phone_number }] of rows.entries()) {
    for (const key of [email.toLowerCase(), toNationalNumber(phone_number)]) {
      const first = firstOf.get(key)
      if (first === undefined) firstOf.set(key, index)
      else parents[rootOf(index)] = rootOf(first)
    }
  }
  const best = new Map<number, Recipient>()
  for (const [index, row] of rows.entries()) {
    const root = rootOf(index)
    const other = best.get(root)
    if (!other || isBetter(row, other)) best.set(root, row)
  }
  return [...best.values()]
}

/** The one that a message reaches comes first, then the newer one. */
function isBetter(one: Recipient, other: Recipient) {
  if ((one.why === undefined) !== (other.why === undefined)) return one.why === undefined
  return one._id > other._id
}

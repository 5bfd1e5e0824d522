import type { Database, OutboxTable } from '../../server/database/tables.ts'
import { newRecord, now } from '../../server/services/ids.ts'

/** The tables of SMS. */
export const smsTables = ['sms_sender', 'sms_days'] as const

/** An SMS that the gateway has sent a minute ago for 0.8. */
export function smsRow(attachment: string, changes: Partial<OutboxTable> = {}): OutboxTable {
  const sentAt = now(-60_000)
  return {
    ...newRecord(),
    attachment,
    kind: 'received',
    transport: 'sms',
    copyOf: null,
    state: 'sent',
    dueAt: sentAt,
    giveUpAt: now(60_000),
    claim: null,
    about: null,
    tries: 0,
    doubts: 0,
    carrier: 'gateway',
    recipient: '+254712345678',
    subject: '',
    text: 'Zawadi, karibu',
    trouble: null,
    reply: null,
    parts: 1,
    cost: 8000,
    gatewayId: 'ATXid_1',
    delivered: null,
    endedAt: sentAt,
    ...changes,
  }
}

/** Puts rows into both of `smsTables`, and gives an application an SMS in place of an e-mail. */
export async function addSmsRows(db: Database) {
  const { _id } = await db.selectFrom('attachments').select('_id').executeTakeFirstOrThrow()
  await db
    .updateTable('attachments')
    .set({ contact_by: 'both', smsRefused: 'number blocked' })
    .where('_id', '=', _id)
    .execute()
  const sms = smsRow(_id, { state: 'failed', reply: '406', trouble: 'number blocked' })
  const instead = smsRow(_id, {
    copyOf: sms._id,
    transport: 'email',
    carrier: 'mail',
    recipient: 'zawadi@example.org',
    parts: null,
    cost: null,
    gatewayId: null,
  })
  const delivered = smsRow(_id, { delivered: 'yes', parts: 2, cost: 16_000, gatewayId: 'ATXid_2' })
  await db.insertInto('outbox').values([sms, instead, delivered]).execute()
  await db.insertInto('sms_days').values(aDay).execute()
  await db.deleteFrom('sms_sender').execute()
  await db.insertInto('sms_sender').values(pausedSender).execute()
}

export const aDay = { day: '2026-11-25', messages: 2, parts: 3, cost: 24_000 }

export const pausedSender = {
  _id: 1,
  secret: 'a-secret-of-the-report-address',
  failures: 5,
  pausedUntil: '2100-01-01T00:00:00.001Z',
  pauseTrouble: 'no credit' as const,
}

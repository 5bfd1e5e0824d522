import type { Sending, SendingPreview } from '../../../../contract/application/application.ts'
import type { Database } from '../../../database/tables.ts'
import { type EmailSender, renderRow, renderSmsRow } from '../../messages/render-message.ts'
import { plannedDecisionOn } from './decide.ts'
import { plannedMessages, type SmsTariff, totalOfSms, transportsTo } from './planned-messages.ts'

/** The messages that the planned decisions would send, with the words of each. */
export async function previewSending(
  db: Database,
  sender: EmailSender,
  tariff: SmsTariff,
  { ids }: Sending,
): Promise<SendingPreview> {
  const { messages: planned, withoutPlace } = await plannedMessages(db, ids, plannedDecisionOn)
  const names = await namesOf(db, ids)
  const messages = planned.flatMap(({ kind, row }) =>
    transportsTo(row, tariff).map((transport) => ({
      application: { _id: row._id, name: names.get(row._id) ?? '' },
      transport,
      ...(transport === 'sms' ? renderSmsRow : renderRow)(sender, kind, row),
    })),
  )
  const warnings =
    withoutPlace.length === 0
      ? []
      : [
          `No free place is left for ${withoutPlace.map((_id) => names.get(_id)).join(', ')}. They stay planned.`,
        ]
  const texts = messages.filter(({ transport }) => transport === 'sms').map(({ text }) => text)
  return { messages, sms: totalOfSms(texts, tariff), warnings }
}

async function namesOf(db: Database, ids: string[]) {
  const rows = await db
    .selectFrom('attachments')
    .select(['_id', 'first_name', 'last_name'])
    .where('_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row._id, `${row.first_name} ${row.last_name}`]))
}

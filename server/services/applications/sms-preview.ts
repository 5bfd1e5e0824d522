import type { SmsPreview, SmsPreviewQuery } from '../../../contract/application/application.ts'
import type { MessageKind } from '../../../contract/message/message.ts'
import type { Database } from '../../database/tables.ts'
import {
  plannedMessages,
  type SmsTariff,
  totalOfSms,
  transportsTo,
} from './decisions/planned-messages.ts'
import { type EmailSender, renderSmsRow, sampleSms } from '../messages/render-message.ts'

/** The SMS that a decision would send, without deciding. */
export async function previewSms(
  db: Database,
  sender: EmailSender,
  tariff: SmsTariff,
  { ids, decision }: SmsPreviewQuery,
): Promise<SmsPreview> {
  if (!tariff.isOffered) return { ...totalOfSms([], tariff), texts: { en: '', sw: '' } }
  const { messages: planned } = await plannedMessages(db, ids, () => decision)
  const sms = planned.filter(({ row }) => transportsTo(row, tariff).includes('sms'))
  const texts = sms.map(({ kind, row }) => renderSmsRow(sender, kind, row).text)
  const usual = 'decline' in decision ? 'declined' : 'accepted'
  const kind =
    mostFrequent((sms.length > 0 ? sms : planned).map((message) => message.kind)) ?? usual
  return {
    ...totalOfSms(texts, tariff),
    texts: { en: sampleSms(sender, 'en', kind).text, sw: sampleSms(sender, 'sw', kind).text },
  }
}

/** Acceptances are offers in an intake, so one decision can send messages of two kinds. */
function mostFrequent(kinds: MessageKind[]) {
  const groups = [...Map.groupBy(kinds, (kind) => kind).values()]
  return groups.toSorted((a, b) => b.length - a.length)[0]?.[0]
}

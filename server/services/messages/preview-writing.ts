import { type Language, languages } from '../../../contract/language/languages.ts'
import type { Writing, WritingPreview } from '../../../contract/message/write.ts'
import type { Database } from '../../database/tables.ts'
import { yieldToOthers } from '../../database/transaction.ts'
import { conflict, type DomainError } from '../domain-error.ts'
import { findRecipients, type Recipient, stepSize } from './recipients.ts'
import { renderRow, renderSmsRow, samplePerson } from './render-message.ts'
import { type SmsTariff, totalOfSms } from './tariff.ts'
import type { EmailSender } from './template-reader.ts'
import { type Readers, textIn, type WrittenTexts, wrongTexts } from './written-texts.ts'

/** A message to many before it is stored: who gets it, and what it costs. */
interface PlannedWriting {
  recipients: Recipient[]
  preview: WritingPreview
}

export const goneMeanwhile = () =>
  conflict('The list has changed: an application is gone. Nothing was sent. Look at it again.')

/** Who would get a message by what, and at what cost. Nothing is stored. */
export async function planWriting(
  db: Database,
  sender: EmailSender,
  tariff: SmsTariff,
  { ids, ...texts }: Writing,
): Promise<PlannedWriting | DomainError> {
  // Without a text for SMS, everybody gets an e-mail.
  const isOffered = tariff.isOffered && texts.sms !== null
  const people = await findRecipients(db, ids, { isOffered })
  if (!people) return goneMeanwhile()
  const recipients = people.filter(({ why }) => why === undefined)
  const readers = countReaders(recipients)
  const wrong = wrongTexts(sender, texts, readers)
  if (wrong) return wrong
  const { messages: sms, parts, cost } = await totalOf(db, sender, tariff, texts, recipients)
  const unreachable = people.flatMap(({ _id, why, first_name, last_name }) =>
    why === undefined ? [] : [{ _id, name: `${first_name} ${last_name}`, why }],
  )
  const emails = recipients.filter(({ transports }) => transports.includes('email')).length
  const samples = languages.flatMap((language) => {
    const first = recipients.find((one) => one.language === language)
    return first ? sampleOf(sender, texts, first, readers[language]) : []
  })
  const preview = { people: recipients.length, emails, sms, parts, cost, unreachable, samples }
  return { recipients, preview }
}

function countReaders(recipients: Recipient[]) {
  const readers: Readers = { en: { people: 0, sms: 0 }, sw: { people: 0, sms: 0 } }
  for (const { language, transports } of recipients) {
    readers[language].people++
    if (transports.includes('sms')) readers[language].sms++
  }
  return readers
}

async function totalOf(
  db: Database,
  sender: EmailSender,
  tariff: SmsTariff,
  texts: WrittenTexts,
  recipients: Recipient[],
) {
  const sms: string[] = []
  for (const [index, recipient] of recipients.entries()) {
    if (recipient.transports.includes('sms')) sms.push(smsTo(sender, texts, recipient))
    if (index % stepSize === 0) await yieldToOthers(db)
  }
  return totalOfSms(sms, tariff)
}

const rowOf = (recipient: Recipient) => ({ ...samplePerson, ...recipient })

function smsTo(sender: EmailSender, texts: WrittenTexts, recipient: Recipient) {
  const text = textIn(texts, recipient.language)
  return renderSmsRow(sender, 'written', text, rowOf(recipient)).text
}

function sampleOf(
  sender: EmailSender,
  texts: WrittenTexts,
  recipient: Recipient,
  { people, sms: smsReaders }: Readers[Language],
) {
  const { language } = recipient
  const email = renderRow(sender, 'written', textIn(texts, language), rowOf(recipient))
  const sms = smsReaders > 0 ? smsTo(sender, texts, recipient) : null
  return { language, people, subject: email.subject, text: email.text, sms }
}

import { lastMomentOf } from '../../../contract/intake/intake.ts'
import { fill, type Language } from '../../../contract/language/languages.ts'
import type { MessageKind } from '../../../contract/message/message.ts'
import type { DeclineReason } from '../../../contract/application/decline-reasons.ts'
import type { DocumentPurpose } from '../../../contract/application/questions.ts'
import { dayInWords } from '../day-in-words.ts'
import messageTexts from './message-texts.json' with { type: 'json' }

/** The names and the contacts of the foundation, which sends the messages. */
export interface Foundation {
  name: string
  /** SMS begin with it. */
  shortName: string
  email: string
  phone: string
}

/** The values of the placeholders of a template. */
export interface TemplateData {
  /** Empty if the name that the applicant typed is not safe in an e-mail. */
  firstName: string
  referenceId: string
  /** The URL of the page with the status of the application; undefined without `PUBLIC_URL`. */
  statusPage: string | undefined
  foundation: Foundation
  decline: { reason: DeclineReason; message: string | null } | null
  /** The document that the applicant is asked for; null in other e-mails. */
  document: DocumentPurpose | null
  /** The one-time link to replace the document; undefined where a text for staff stands for it. */
  documentPage: string | undefined
  /** The offer of a place; null if the application has no intake. */
  offer: OfferData | null
}

/** The dates of an offer. Days are YYYY-MM-DD; `answerBy` is ISO 8601, null without an offer. */
interface OfferData {
  department: string | null
  startsOn: string
  endsOn: string
  answerBy: string | null
}

export interface RenderedText {
  subject: string
  text: string
}

/**
 * The messages of each language. Names in braces are placeholders. A paragraph is left out if it has
 * only a placeholder without a value. `sms` follows the name in the SMS, and fits one part with the longest
 * name and link. The reasons of a decline address the applicant; staff see shorter texts. Without
 * `PUBLIC_URL`, `statusPage` and `formPage` take the place of links. In the words that staff read,
 * `documentPage` and `documentLink` (of an SMS) take the place of a one-time link.
 */
export const texts: Record<Language, (typeof messageTexts)['en']> = messageTexts

/**
 * Returns a first name of up to three words; otherwise an empty string. Anybody can type another
 * person's address or number into the form. The message to that person must not contain links or
 * messages of the sender.
 */
export function safeFirstName(typed: string) {
  const isName = typed.length <= 40 && /^[\p{L}\p{M}'’-]+( [\p{L}\p{M}'’-]+){0,2}$/u.test(typed)
  return isName ? typed : ''
}

/** Renders a message as plain text, with empty lines between paragraphs. */
export function renderTemplate(
  language: Language,
  kind: MessageKind,
  data: TemplateData,
): RenderedText {
  const { firstName, referenceId, statusPage, foundation, decline, document } = data
  const { greeting, greetingWithoutName, messages, ending, reasons, documents } = texts[language]
  const values = {
    firstName,
    referenceId,
    foundation: foundation.name,
    phone: foundation.phone,
    statusPage: statusPage ?? texts[language].statusPage,
    reason: decline ? reasons[decline.reason] : '',
    message: decline?.message ?? '',
    document: document ? documents[document] : '',
    documentPage: data.documentPage ?? texts[language].documentPage,
    ...offerValues(language, data.offer),
  }
  const { subject, paragraphs } = messages[kind]
  const greetingOfName = firstName ? greeting : greetingWithoutName
  return compose(
    { subject, paragraphs: [greetingOfName, ...paragraphs, ending] },
    values,
    foundation,
  )
}

/** The intake that an alert is about. */
interface AlertData {
  name: string
  name_sw: string | null
  closesAt: string
  startsOn: string
  endsOn: string
}

/** Renders the e-mail to somebody who waits for an intake to open. */
export function renderIntakeAlert(
  language: Language,
  { name, name_sw, closesAt, startsOn, endsOn }: AlertData,
  { foundation, formPage }: { foundation: Foundation; formPage: string | undefined },
): RenderedText {
  const { greetingWithoutName, intakeAlert } = texts[language]
  const values = {
    intake: (language === 'sw' && name_sw) || name,
    closesAt: dayInWords(lastMomentOf({ closesAt }), language),
    startsOn: dayInWords(startsOn, language),
    endsOn: dayInWords(endsOn, language),
    formPage: formPage ?? texts[language].formPage,
  }
  const paragraphs = [greetingWithoutName, ...intakeAlert.paragraphs]
  return compose({ ...intakeAlert, paragraphs }, values, foundation)
}

function compose(
  { subject, paragraphs }: { subject: string; paragraphs: string[] },
  values: Record<string, string>,
  { name, email, phone }: Foundation,
): RenderedText {
  const text = paragraphs
    .map((paragraph) => fill(paragraph, values))
    .filter((paragraph) => paragraph !== '')
  const signature = `-- \n${name}\n${email}\n${phone}`
  return {
    subject: fill(subject, values),
    text: `${[...text, signature].join('\n\n')}\n`,
  }
}

function offerValues(language: Language, offer: OfferData | null) {
  const day = (value: string | null | undefined) => (value ? dayInWords(value, language) : '')
  return {
    department: offer?.department ?? texts[language].department,
    startsOn: day(offer?.startsOn),
    endsOn: day(offer?.endsOn),
    answerBy: day(offer?.answerBy),
  }
}

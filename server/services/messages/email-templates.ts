import { fill, type Language } from '../../../contract/languages.ts'
import type { MessageKind } from '../../../contract/message.ts'
import type { DeclineReason } from '../../../contract/decline-reasons.ts'
import type { DocumentPurpose } from '../../../contract/questions.ts'
import emailTexts from './email-texts.json' with { type: 'json' }

/** The name and the contacts of the foundation, which sends the e-mails. */
export interface Foundation {
  name: string
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
}

export interface RenderedText {
  subject: string
  text: string
}

/**
 * The e-mails of each language. Names in braces are placeholders. A paragraph is left out if it has
 * only a placeholder without a value. The reasons of a decline address the applicant; staff see
 * shorter texts.
 */
const texts: Record<Language, Texts> = emailTexts

interface Texts {
  greeting: string
  greetingWithoutName: string
  emails: Record<MessageKind, { subject: string; paragraphs: string[] }>
  ending: string
  reasons: Record<DeclineReason, string>
  /** Replaces the URL of the status page if the setting `PUBLIC_URL` is missing. */
  statusPage: string
  /** What documents are called in a sentence. */
  documents: Record<DocumentPurpose, string>
  /** Replaces the one-time link in the words that staff read. */
  documentPage: string
}

/** Renders a message as plain text, with empty lines between paragraphs. */
export function renderTemplate(
  language: Language,
  kind: MessageKind,
  data: TemplateData,
): RenderedText {
  const { firstName, referenceId, statusPage, foundation, decline, document } = data
  const { greeting, greetingWithoutName, emails, ending, reasons, documents } = texts[language]
  const { name, email, phone } = foundation
  const values = {
    firstName,
    referenceId,
    foundation: name,
    phone,
    statusPage: statusPage ?? texts[language].statusPage,
    reason: decline ? reasons[decline.reason] : '',
    message: decline?.message ?? '',
    document: document ? documents[document] : '',
    documentPage: data.documentPage ?? texts[language].documentPage,
  }
  const { subject, paragraphs } = emails[kind]
  const text = [firstName ? greeting : greetingWithoutName, ...paragraphs, ending]
    .map((paragraph) => fill(paragraph, values))
    .filter((paragraph) => paragraph !== '')
  const signature = `-- \n${name}\n${email}\n${phone}`
  return {
    subject: fill(subject, values),
    text: `${[...text, signature].join('\n\n')}\n`,
  }
}

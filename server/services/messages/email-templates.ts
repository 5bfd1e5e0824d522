import { lastMomentOf, type PublicIntake } from '../../../contract/intake/intake.ts'
import { fill, nameIn, type Language } from '../../../contract/language/languages.ts'
import type { TemplateKind } from '../../../contract/message/message.ts'
import type { Placeholder } from '../../../contract/message/placeholders.ts'
import { paragraphsOf, type TemplateText } from '../../../contract/message/template-check.ts'
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

export interface RenderedText {
  subject: string
  text: string
}

/**
 * The messages of each language. Names in braces are placeholders. A paragraph is left out if it has
 * only a placeholder without a value. `sms` follows the name in the SMS, and fits one part with the longest
 * name and link. The reasons of a decline address the applicant; staff see shorter texts. Without
 * `PUBLIC_URL`, `statusPage` and `formPage` take the place of links. `nameless` takes the place of a first
 * name that is not safe in a message. In the words that staff read,
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

/** Our own text of a message. */
export function ownText(language: Language, kind: TemplateKind): TemplateText {
  const { subject, paragraphs, sms } = texts[language].messages[kind]
  return { subject, body: paragraphs.join('\n\n'), sms }
}

/** The values of an e-mail. `first_name` is empty if the typed name is not safe in an e-mail. */
type EmailValues = Record<Exclude<Placeholder, 'foundation'> | 'first_name', string>

/** Renders an e-mail as plain text: our greeting, the text, our ending and signature. */
export function renderEmail(
  language: Language,
  { subject, body }: TemplateText,
  values: EmailValues,
  foundation: Foundation,
): RenderedText {
  const { greeting, greetingWithoutName, ending } = texts[language]
  const greetingOfName = values.first_name ? greeting : greetingWithoutName
  const paragraphs = [greetingOfName, ...paragraphsOf(body), ending]
  const first_name = values.first_name || texts[language].nameless
  return compose({ subject, paragraphs }, { ...values, first_name }, foundation)
}

/** Renders the e-mail to somebody who waits for an intake to open. */
export function renderIntakeAlert(
  language: Language,
  {
    name,
    name_sw,
    closesAt,
    startsOn,
    endsOn,
  }: Omit<PublicIntake, '_id' | 'departments' | 'questions'>,
  { foundation, formPage }: { foundation: Foundation; formPage: string | undefined },
): RenderedText {
  const { greetingWithoutName, intakeAlert } = texts[language]
  const values = {
    intake: nameIn(language, { name, name_sw }),
    closes_at: dayInWords(lastMomentOf({ closesAt }), language),
    starts_on: dayInWords(startsOn, language),
    ends_on: dayInWords(endsOn, language),
    link: formPage ?? texts[language].formPage,
  }
  const paragraphs = [greetingWithoutName, ...intakeAlert.paragraphs]
  return compose({ ...intakeAlert, paragraphs }, values, foundation)
}

/** Fills in each placeholder once: a value may look like a placeholder, and stays as it is. */
function compose(
  { subject, paragraphs }: { subject: string; paragraphs: string[] },
  given: Record<string, string>,
  { name, email, phone }: Foundation,
): RenderedText {
  const values = { ...given, foundation: name, phone }
  const text = paragraphs
    .map((paragraph) => fill(paragraph, values))
    .filter((paragraph) => paragraph !== '')
  const signature = `-- \n${name}\n${email}\n${phone}`
  return {
    subject: fill(subject, values),
    text: `${[...text, signature].join('\n\n')}\n`,
  }
}

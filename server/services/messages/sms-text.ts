import { fill, type Language } from '../../../contract/language/languages.ts'
import type { MessageKind } from '../../../contract/message/message.ts'
import { shortDocumentPath, shortStatusPath } from '../../../contract/message/short-links.ts'
import { shortDayInWords } from '../day-in-words.ts'
import { safeFirstName, texts } from './email-templates.ts'
import { isGsm, toGsm } from './gsm.ts'

/** The values of an SMS. Nothing else about a person may be in it. */
export interface SmsData {
  /** The short name of the foundation, with which the SMS begins. */
  shortName: string
  /** The first name as the applicant typed it. */
  firstName: string
  referenceId: string
  /** The public address of the site; undefined without `PUBLIC_URL`. */
  publicUrl: string | undefined
  /** Token of the one-time link to replace a document; undefined in other messages. */
  token: string | undefined
  /** ISO 8601; null without an offer. */
  answerBy: string | null
  /** YYYY-MM-DD; null without a placement. */
  startsOn: string | null
}

/** The text of an SMS, such as 'SYF: Zawadi, your place is confirmed. Your letter is here: …'. */
export function renderSms(language: Language, kind: MessageKind, data: SmsData) {
  const { shortName, answerBy, startsOn } = data
  const firstName = fittingName(data.firstName)
  const words = fill(texts[language].messages[kind].sms, {
    link: linkOf(language, kind, data),
    answerBy: answerBy ? shortDayInWords(answerBy, language) : '',
    startsOn: startsOn ? shortDayInWords(startsOn, language) : '',
  })
  const sentence = firstName ? `${firstName}, ${words}` : capitalize(words)
  return toGsm(`${shortName}: ${sentence}`)
}

/** Characters of a first name for which the texts have room. */
const longestName = 20

/**
 * The first name in GSM-7. A long name is shortened to its first word. The result is empty if that is
 * too long, too, if GSM-7 lacks its letters, or if it is not safe in a message.
 */
function fittingName(typed: string) {
  const name = safeFirstName(toGsm(safeFirstName(typed)))
  const [firstWord = ''] = name.split(' ')
  const fitting = name.length <= longestName ? name : firstWord
  return fitting.length <= longestName && isGsm(fitting) ? fitting : ''
}

/** The link of an SMS. Without `PUBLIC_URL`, the reference ID stands in its place. */
function linkOf(language: Language, kind: MessageKind, { publicUrl, referenceId, token }: SmsData) {
  if (!publicUrl) return referenceId
  if (token) return `${publicUrl}${shortDocumentPath(language, token)}`
  if (kind === 'document_requested') return texts[language].documentLink
  return `${publicUrl}${shortStatusPath(language, referenceId)}`
}

function capitalize(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

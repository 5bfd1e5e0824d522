import type { Language } from '../../../contract/language/languages.ts'
import { isGsm, toGsm } from '../../../contract/message/gsm.ts'
import type { MessageKind } from '../../../contract/message/message.ts'
import { oneTimeLinkOf } from '../../../contract/message/one-time-links.ts'
import { shortStatusPath } from '../../../contract/message/short-links.ts'
import { composeSms, longestName } from '../../../contract/message/sms.ts'
import { shortDayInWords } from '../day-in-words.ts'
import { safeFirstName, texts } from './email-templates.ts'

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

/** The SMS with a text, such as 'SYF: Zawadi, your place is confirmed. Your letter is here: …'. */
export function renderSms(language: Language, kind: MessageKind, text: string, data: SmsData) {
  const { shortName, answerBy, startsOn } = data
  const firstName = fittingName(data.firstName)
  const values = {
    first_name: firstName || texts[language].nameless,
    reference: data.referenceId,
    link: linkOf(language, kind, data),
    answer_by: answerBy ? shortDayInWords(answerBy, language) : '',
    starts_on: startsOn ? shortDayInWords(startsOn, language) : '',
  }
  return composeSms(text, values, { shortName, firstName })
}

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
  const oneTime = oneTimeLinkOf(kind)
  if (oneTime && token) return `${publicUrl}${oneTime.shortPath(language, token)}`
  if (oneTime) return texts[language].documentLink
  return `${publicUrl}${shortStatusPath(language, referenceId)}`
}

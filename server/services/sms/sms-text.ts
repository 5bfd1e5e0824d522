import { fill, type Language } from '../../../contract/languages.ts'
import type { MessageKind } from '../../../contract/message.ts'
import { texts } from '../messages/email-templates.ts'
import { toGsm } from './gsm.ts'

/** The values of the placeholders of an SMS. Nothing else about a person may be in it. */
export interface SmsData {
  /** Empty if the name that the applicant typed is not safe in a message. */
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

/** The text of an SMS, in GSM-7 where its words allow it. */
export function renderSms(language: Language, kind: MessageKind, data: SmsData) {
  const { firstName, publicUrl, referenceId } = data
  const values = {
    name: firstName ? `${firstName}, ` : '',
    link: publicUrl ? `${publicUrl}/s/${referenceId}` : referenceId,
    answerBy: data.answerBy ?? '',
    startsOn: data.startsOn ?? '',
  }
  return toGsm(fill(texts[language].messages[kind].sms, values))
}

import type { Application } from '../../../../contract/application/application.ts'
import { type Decision, isEnded } from '../../../../contract/application/decision.ts'
import { canWait } from './quiet.ts'
import { countOf } from '../../../lib/count-of.ts'

export interface MessageNumbers {
  emails: number
  sms: number
}

/** The largest number of messages that a decision sends without a question. */
const mostUnasked = 20

export function areMany({ emails, sms }: MessageNumbers) {
  return emails + sms > mostUnasked
}

/** The messages that a decision would send, as far as the browser knows these applications. */
export function messagesAbout(
  applications: readonly Application[],
  decision: Decision,
  hasSms: boolean,
): MessageNumbers {
  const told = applications.filter((one) => isTold(one, decision))
  const isSms = ({ contact_by, smsRefused }: Application) =>
    hasSms && contact_by !== 'email' && !smsRefused
  return {
    emails: told.filter((one) => one.contact_by !== 'sms' || !isSms(one)).length,
    sms: told.filter(isSms).length,
  }
}

/** The numbers in words, such as '28 e-mails and 5 SMS'. */
export function messagesInWords({ emails, sms }: MessageNumbers) {
  const parts = [emails > 0 && countOf(emails, 'e-mail'), sms > 0 && `${sms} SMS`]
  return parts.filter(Boolean).join(' and ')
}

/** Whether the applicant gets a message. Planning tells nobody, and neither does archiving. */
function isTold(application: Application, decision: Decision) {
  const { is_accepted, is_archived, decline, waiting } = decision
  if (decline) return application.withdrawnAt === null
  if (is_accepted !== undefined) {
    return application.withdrawnAt === null && is_accepted !== application.is_accepted
  }
  if (is_archived === false) return isEnded(application)
  return waiting !== undefined && canWait(application) && waiting !== (application.waiting !== null)
}

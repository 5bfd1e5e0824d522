import { parseAfricasTalkingUrl } from './africas-talking.ts'
import { parseFields, placeholders, specialNames } from './http-gateway.ts'

/** Letters that operators accept in a sender ID, or a short code or phone number. */
const senderId = /^([\w .&-]{1,11}|\+?\d{3,15})$/

/** The mistake in the setting `SMS_URL`; undefined if there is none. */
export function smsUrlProblem(value: string) {
  const url = URL.parse(value)
  if (url === null || !/^(africastalking|https?):$/.test(url.protocol)) {
    return 'must be like africastalking://USER:KEY@SENDER or https://sms.example.org/send'
  }
  if (![url.username, url.password, url.hostname].every(isDecodable)) {
    return 'has a wrong %: percent-encode user, key and sender ID'
  }
  const account = parseAfricasTalkingUrl(value)
  return account && accountProblem(url, account)
}

function accountProblem(
  { pathname, search, hash }: URL,
  { username, apiKey, sender, endpoint }: NonNullable<ReturnType<typeof parseAfricasTalkingUrl>>,
) {
  const isComplete = username && apiKey && !hash && /^\/?$/.test(pathname)
  if (!isComplete || !/^(\?endpoint=[^&]+)?$/.test(search)) {
    return 'must be like africastalking://USER:KEY@SENDER'
  }
  if (!senderId.test(sender)) {
    return 'must have a sender ID of at most 11 letters and digits, or a number, after @'
  }
  const origin = URL.parse(endpoint)
  const isOrigin = origin && /^https?:$/.test(origin.protocol) && origin.href === `${endpoint}/`
  return isOrigin ? undefined : 'must have an endpoint like http://127.0.0.1:8080'
}

/** The mistake in the setting `SMS_FIELDS`; undefined if there is none. */
export function smsFieldsProblem(value: string) {
  if (!isDecodable(value)) return 'has a wrong %: percent-encode the values'
  const values = parseFields(value).sent.map(([, text]) => text)
  const used = values.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))
  const unknown = used.find((name) => !placeholders.some((placeholder) => placeholder === name))
  if (unknown) return `has the unknown placeholder {${unknown}}`
  if (!used.includes('text') || !(used.includes('to') || used.includes('digits'))) {
    return 'must have {to} and {text}, such as mobile={to}&text={text}'
  }
  const wrong = [...new URLSearchParams(value).keys()].find(
    (name) => /^(answer|report)\./.test(name) && !specialNames.some((special) => special === name),
  )
  return wrong && `has the unknown name ${wrong}`
}

/** Whether a text has only valid percent-encodings. */
export function isDecodable(text: string) {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

import type { OutgoingMessage, Outcome } from '../messages/carrier.ts'
import type { SmsGateway } from './gateway.ts'
import {
  failedCheck,
  idOf,
  isInternationalNumber,
  parseObject,
  requestGateway,
  requestTimeout,
  unknownNumber,
  wordOf,
} from './gateway-request.ts'

/** Names in `SMS_FIELDS` that are about the answer or the delivery report, and are not sent. */
export const specialNames = [
  'answer.id',
  'answer.success',
  'report.id',
  'report.status',
  'report.reason',
  'report.delivered',
] as const

/** A gateway that takes an SMS by an HTTP request, set up by `SMS_URL` and `SMS_FIELDS`. */
export function httpGateway(address: string, fields: string, timeout = requestTimeout): SmsGateway {
  const { url, authorization } = targetOf(address)
  const { sent, isJson, special } = parseFields(fields)
  const headers = { ...authorization, ...(isJson && { 'content-type': 'application/json' }) }
  const answerIds = namesOf(special['answer.id'], ['messageId', 'id'])
  const reportIds = namesOf(special['report.id'], ['messageId', 'id'])
  const reportReasons = namesOf(special['report.reason'], ['failureReason', 'reason'])
  const delivered = namesOf(special['report.delivered'], usualDelivered)

  return {
    name: 'gateway',
    isRepeatable: false,

    async send(message) {
      if (!isInternationalNumber(message.to)) return unknownNumber
      const filled = sent.map(([name, value]) => [name, fill(value, message)])
      const body = isJson ? JSON.stringify(Object.fromEntries(filled)) : new URLSearchParams(filled)
      const answer = await requestGateway(url, { method: 'POST', headers, body }, timeout)
      return answer.result === 'answered' ? outcomeOf(answer.body) : answer
    },

    /** Without a call of its own for this, the gateway only has to answer, and accept the user. */
    async check() {
      const answer = await requestGateway(url, { method: 'GET', headers: authorization }, timeout)
      const { trouble } = { trouble: undefined, ...answer }
      // A key in the fields is not sent here.
      const isRefused = trouble === 'not let in' && 'authorization' in authorization
      const isFailed = answer.result === 'unavailable' && (isRefused || trouble === 'unreachable')
      if (isFailed) return failedCheck(answer)
      return {
        result: 'ok',
        ...(answer.result === 'answered' && answer.time !== undefined && { time: answer.time }),
      }
    },

    readReport(report) {
      const gatewayId = idOf(firstOf(report, reportIds))
      const status = report[special['report.status'] ?? 'status']
      if (gatewayId === undefined || status === undefined) return undefined
      const isDelivered = delivered.some((word) => word.toLowerCase() === status.toLowerCase())
      if (isDelivered) return { gatewayId, delivered: 'yes', reason: null }
      if (!/fail|reject|expire|undeliv/i.test(status)) {
        return { gatewayId, delivered: null, reason: null }
      }
      const reason = wordOf(firstOf(report, reportReasons)) ?? wordOf(status) ?? null
      return { gatewayId, delivered: 'no', reason }
    },
  }

  function outcomeOf(body: string): Outcome {
    const answer = parseObject(body)
    if (answer === undefined) return { result: 'no answer' }
    const [name, ...value] = special['answer.success']?.split(':') ?? []
    const isSuccess =
      name === undefined || valuesOf(answer, name).some((found) => found === value.join(':'))
    if (!isSuccess) return { result: 'refused', forGood: true, trouble: 'refused' }
    const gatewayId = idOf(answerIds.flatMap((id) => valuesOf(answer, id))[0])
    return { result: 'sent', receipt: { ...(gatewayId && { gatewayId }) } }
  }
}

const usualDelivered = ['Success', 'Delivered', 'DeliveredToTerminal', 'DELIVRD']

type SpecialName = (typeof specialNames)[number]

interface Fields {
  /** The fields of the request, with placeholders in their values. */
  sent: [name: string, value: string][]
  /** Sent as JSON; otherwise as a form. */
  isJson: boolean
  special: Partial<Record<SpecialName, string>>
}

/** Parses `SMS_FIELDS`, a URL-encoded list such as `mobile={to}&text={text}&format=json`. */
export function parseFields(fields: string): Fields {
  const all = [...new URLSearchParams(fields)]
  const isSpecial = (name: string): name is SpecialName =>
    specialNames.some((special) => special === name)
  const isFormat = ([name, value]: [string, string]) => name === 'format' && value === 'json'
  return {
    sent: all.filter((field) => !isSpecial(field[0]) && !isFormat(field)),
    isJson: all.some(isFormat),
    special: Object.fromEntries(all.filter(([name]) => isSpecial(name))),
  }
}

/** The address without user and password, and the header that has them. */
function targetOf(address: string) {
  const url = new URL(address)
  const [user, password] = [url.username, url.password].map(decodeURIComponent)
  url.username = ''
  url.password = ''
  const basic = Buffer.from(`${user}:${password}`).toString('base64')
  const value = password ? `Basic ${basic}` : `Bearer ${user}`
  return { url, authorization: { ...(user && { authorization: value }) } }
}

/** `{digits}` is the number without the plus sign, which some gateways do not take. */
export const placeholders = ['to', 'digits', 'text', 'id'] as const

function fill(value: string, { _id, to, text }: OutgoingMessage) {
  const values: Record<string, string> = { to, digits: to.slice(1), text, id: _id }
  return value.replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)
}

function namesOf(given: string | undefined, usual: string[]) {
  return given === undefined ? usual : [given]
}

function firstOf(fields: Record<string, string>, names: string[]) {
  return names.map((name) => fields[name]).find((value) => value !== undefined)
}

/** All values with this name in an answer, at any depth, as text. */
function valuesOf(answer: unknown, name: string): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([key, value]: [string, unknown]) =>
    key === name && ['string', 'number', 'boolean'].includes(typeof value)
      ? [String(value)]
      : valuesOf(value, name),
  )
}

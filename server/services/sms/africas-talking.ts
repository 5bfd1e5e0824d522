import type { Outcome } from '../messages/carrier.ts'
import type { DeliveryReport, SmsGateway } from './gateway.ts'
import {
  failedCheck,
  idOf,
  isInternationalNumber,
  type NotSent,
  parseObject,
  requestGateway,
  requestTimeout,
  unknownNumber,
  wordOf,
} from './gateway-request.ts'

/** The parts of `africastalking://USER:KEY@SENDER?endpoint=http://127.0.0.1:PORT`. */
interface AfricasTalkingAccount {
  username: string
  apiKey: string
  /** The registered sender ID: letters, or a short code. */
  sender: string
  /** Scheme and host of the service. */
  endpoint: string
}

/** The gateway of Africa's Talking (africastalking.com), for one recipient in each request. */
export function africasTalking(
  { username, apiKey, sender, endpoint }: AfricasTalkingAccount,
  currency: string,
  timeout = requestTimeout,
): SmsGateway {
  const headers = { apiKey }
  return {
    name: 'gateway',
    isRepeatable: false,

    async send({ to, text }) {
      if (!isInternationalNumber(to)) return unknownNumber
      // `enqueue` accepts the SMS before the operator does, so that the answer comes soon.
      const fields = { username, to, message: text, from: sender, bulkSMSMode: '1', enqueue: '1' }
      const url = `${endpoint}/version1/messaging`
      const body = new URLSearchParams(fields)
      const answer = await requestGateway(url, { method: 'POST', headers, body }, timeout)
      return answer.result === 'answered' ? outcomeOf(answer.body, currency) : answer
    },

    async check() {
      const url = `${endpoint}/version1/user?${new URLSearchParams({ username }).toString()}`
      const answer = await requestGateway(url, { method: 'GET', headers }, timeout)
      if (answer.result !== 'answered') return failedCheck(answer)
      const account: AccountAnswer | undefined = parseObject(answer.body)
      const balance = account?.UserData?.balance
      return {
        result: 'ok',
        ...(typeof balance === 'string' && { balance }),
        ...(answer.time !== undefined && { time: answer.time }),
      }
    },

    readReport({ id, status = '', failureReason }) {
      const gatewayId = idOf(id)
      const delivered = deliveries.get(status)
      if (gatewayId === undefined || delivered === undefined) return undefined
      const reason = delivered === 'no' ? (wordOf(failureReason) ?? status) : null
      return { gatewayId, delivered, reason }
    },
  }
}

/** The parts of the setting `SMS_URL`; undefined if it is not like that. */
export function parseAfricasTalkingUrl(value: string): AfricasTalkingAccount | undefined {
  const url = URL.parse(value)
  if (url?.protocol !== 'africastalking:') return undefined
  try {
    const [username, apiKey, sender] = [url.username, url.password, url.host].map(
      decodeURIComponent,
    ) as [string, string, string]
    const host = username === 'sandbox' ? 'api.sandbox' : 'api'
    const endpoint = url.searchParams.get('endpoint') ?? `https://${host}.africastalking.com`
    return { username, apiKey, sender, endpoint: endpoint.replace(/\/$/, '') }
  } catch {
    return undefined
  }
}

interface SendAnswer {
  SMSMessageData?: {
    Message?: unknown
    Recipients?: { statusCode?: unknown; status?: unknown; cost?: unknown; messageId?: unknown }[]
  }
}

interface AccountAnswer {
  UserData?: { balance?: unknown }
}

function outcomeOf(body: string, currency: string): Outcome {
  const answer: SendAnswer | undefined = parseObject(body)
  const data = answer?.SMSMessageData
  if (!data || !Array.isArray(data.Recipients)) return { result: 'no answer' }
  const recipient = data.Recipients[0]
  if (!recipient) {
    const reply = wordOf(data.Message)
    const trouble = reply === 'InvalidSenderId' ? 'sender refused' : 'refused'
    return { result: 'unavailable', trouble, ...(reply && { reply }) }
  }
  const { statusCode, status, cost, messageId } = recipient
  const code = Number(statusCode)
  if (accepted.has(code) || (statusCode === undefined && status === 'Success')) {
    const gatewayId = idOf(messageId)
    const amount = amountIn(currency, cost)
    const receipt = {
      ...(gatewayId && { gatewayId }),
      ...(amount !== undefined && { cost: amount }),
    }
    return { result: 'sent', receipt }
  }
  const refusal = refusals[code]
  return refusal ? { ...refusal, reply: String(code) } : { result: 'no answer' }
}

/** Processed, Sent, Queued. */
const accepted = new Set([100, 101, 102])

const notNow = { result: 'refused', forGood: false, trouble: 'not now' } as const
const refusals: Record<number, Exclude<NotSent, { result: 'no answer' }>> = {
  /** RiskHold */
  401: { result: 'unavailable', trouble: 'not let in' },
  /** InvalidSenderId */
  402: { result: 'unavailable', trouble: 'sender refused' },
  /** InvalidPhoneNumber, UnsupportedNumberType */
  403: unknownNumber,
  404: unknownNumber,
  /** InsufficientBalance */
  405: { result: 'unavailable', trouble: 'no credit' },
  /** UserInBlacklist, DoNotDisturbRejection */
  406: { result: 'refused', forGood: true, trouble: 'number blocked' },
  409: { result: 'refused', forGood: true, trouble: 'number blocked' },
  /** CouldNotRoute */
  407: { result: 'refused', forGood: true, trouble: 'refused' },
  /** InternalServerError, GatewayError, RejectedByGateway */
  500: notNow,
  501: notNow,
  502: notNow,
}

const deliveries = new Map<string, DeliveryReport['delivered']>([
  ['Sent', null],
  ['Submitted', null],
  ['Buffered', null],
  ['Success', 'yes'],
  ['Rejected', 'no'],
  ['Failed', 'no'],
  ['Expired', 'no'],
  ['AbsentSubscriber', 'no'],
])

/** Reads an amount such as `KES 0.8000`; undefined of another currency, and if nothing is known yet. */
function amountIn(currency: string, cost: unknown) {
  const [, unit, amount] = /^([A-Z]{3}) (\d{1,6}(?:\.\d{1,4})?)$/.exec(String(cost)) ?? []
  return unit === currency && Number(amount) > 0 ? Number(amount) : undefined
}

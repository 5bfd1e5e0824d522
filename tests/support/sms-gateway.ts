import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as readBody } from 'node:stream/consumers'

import { countParts } from '../../contract/message/gsm.ts'
import { listenLocally } from './port.ts'

/** An SMS that the gateway has accepted and charged, whether or not it said so. */
interface AcceptedSms {
  id: string
  to: string
  text: string
  parts: number
  cost: number
}

/** Faults that the gateway simulates for one SMS. Without faults it accepts the SMS. */
export interface GatewayBehaviour {
  /** The gateway answers only after this promise. It has not accepted the SMS before. */
  until?: Promise<unknown>
  /** The code of the recipient. 100, 101 and 102 accept the SMS; the default is 101. */
  code?: number
  /** An answer 201 without recipients and with this message, such as 'InvalidSenderId'. */
  nobody?: string
  /** An HTTP error in place of an answer. */
  status?: number
  /** The gateway accepts the SMS, and answers only after this promise, or never. */
  answers?: 'never' | Promise<unknown>
  /** The connection ends after the gateway has accepted the SMS, or without that. */
  hangUp?: 'accepted' | 'not accepted'
  /** The gateway accepts the SMS, and answers with this body. */
  body?: string
}

/** An SMS that the gateway is asked to send. */
interface Asked {
  to: string
  text: string
}

const account = { username: 'foundation', apiKey: 'atsk_0123/+=', sender: 'SYF Kenya' }

const words: Record<number, string> = {
  100: 'Processed',
  101: 'Success',
  102: 'Queued',
  401: 'RiskHold',
  402: 'InvalidSenderId',
  403: 'InvalidPhoneNumber',
  404: 'UnsupportedNumberType',
  405: 'InsufficientBalance',
  406: 'UserInBlacklist',
  407: 'CouldNotRoute',
  409: 'DoNotDisturbRejection',
  500: 'InternalServerError',
  501: 'GatewayError',
  502: 'RejectedByGateway',
}

/**
 * A gateway in this process with the published contract of Africa's Talking. `treat` chooses the faults
 * of each SMS. It keeps an account of its own, with which the server's account can be compared.
 */
export async function startSmsGateway(
  treat: (sms: Asked) => GatewayBehaviour = () => ({}),
  { balance = 1000, price = 0.8 } = {},
) {
  const accepted: AcceptedSms[] = []
  const asked: Asked[] = []
  const waiting = new Set<() => void>()
  let behaviour = treat
  let left = balance
  let clock = Date.now
  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  })
  const port = await listenLocally(server)
  const endpoint = `http://127.0.0.1:${port}`

  return {
    /** The setting `SMS_URL`. */
    url: urlOf(endpoint),
    port,
    /** The SMS that were accepted and charged. */
    accepted,
    /** All SMS that somebody with the right key asked for. */
    asked,
    /** The texts that a number has got. */
    textsTo: (to: string) => accepted.filter((sms) => sms.to === to).map(({ text }) => text),
    /** The cost of all accepted SMS, in shillings. */
    total: () => round(accepted.reduce((sum, { cost }) => sum + cost, 0)),
    balance: () => left,
    /** Pays money into the account, or takes it out. */
    setBalance: (amount: number) => void (left = amount),
    setClock: (now: () => number) => void (clock = now),
    treat: (next: (sms: Asked) => GatewayBehaviour) => void (behaviour = next),
    /** Waits until `count` SMS were accepted. */
    arrivals(count: number) {
      return new Promise<AcceptedSms[]>((resolve) => {
        const look = () => {
          if (accepted.length < count) return
          waiting.delete(look)
          resolve(accepted)
        }
        waiting.add(look)
        look()
      })
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '', endpoint)
    const body = new URLSearchParams(await readBody(request))
    response.setHeader('date', new Date(clock()).toUTCString())
    const username = body.get('username') ?? searchParams.get('username')
    const isKnown = request.headers['apikey'] === account.apiKey && username === account.username
    if (!isKnown) return response.writeHead(401).end('The supplied authentication is invalid')
    if (request.headers.accept !== 'application/json') return response.writeHead(406).end()
    if (request.method === 'GET' && pathname === '/version1/user') {
      return json(response, 200, { UserData: { balance: `KES ${left.toFixed(2)}` } })
    }
    if (request.method !== 'POST' || pathname !== '/version1/messaging') {
      return response.writeHead(404).end()
    }
    return send(body, response)
  }

  async function send(body: URLSearchParams, response: ServerResponse) {
    const sms = { to: body.get('to') ?? '', text: body.get('message') ?? '' }
    if (sms.to === '' || sms.text === '' || body.get('bulkSMSMode') !== '1') {
      return response.writeHead(400).end('Request is missing required form field')
    }
    asked.push(sms)
    const { until, status, nobody, hangUp, answers, code, body: other } = behaviour(sms)
    await until
    if (hangUp === 'not accepted') return response.socket?.destroy()
    if (status !== undefined) return response.writeHead(status).end(words[status] ?? 'No')
    if (nobody !== undefined) return json(response, 201, dataOf(nobody, []))
    if (body.get('from') !== account.sender) {
      return json(response, 201, dataOf('InvalidSenderId', []))
    }
    const recipient = charge(sms, code ?? 101)
    if (answers === 'never') return undefined
    await answers
    if (hangUp === 'accepted') return response.socket?.destroy()
    if (other !== undefined) return response.writeHead(201).end(other)
    const isSent = recipient.messageId !== 'None'
    const message = `Sent to ${isSent ? 1 : 0}/1 Total Cost: ${recipient.cost}`
    return json(response, 201, dataOf(message, [recipient]))
  }

  /** Accepts an SMS if its code and the balance allow it. Returns the recipient of the answer. */
  function charge({ to, text }: Asked, code: number) {
    const parts = countParts(text)
    const cost = round(parts * price)
    if (code >= 400) return refused(to, code)
    if (cost > left) return refused(to, 405)
    left = round(left - cost)
    const id = `ATXid_${crypto.randomUUID().replaceAll('-', '')}`
    accepted.push({ id, to, text, parts, cost })
    for (const look of waiting) look()
    const status = words[code] ?? 'Unknown'
    return { statusCode: code, number: to, status, cost: `KES ${cost.toFixed(4)}`, messageId: id }
  }
}

/** The setting `SMS_URL` for this account at a gateway, with other parts if they are given. */
export function urlOf(endpoint: string, other: Partial<typeof account> = {}) {
  const { username, apiKey, sender } = { ...account, ...other }
  const [user, key, from] = [username, apiKey, sender].map(encodeURIComponent)
  return `africastalking://${user}:${key}@${from}?endpoint=${endpoint}`
}

/** The states that a delivery report can have. */
type ReportStatus =
  | 'Sent'
  | 'Submitted'
  | 'Buffered'
  | 'Success'
  | 'Rejected'
  | 'Failed'
  | 'Expired'
  | 'AbsentSubscriber'

/** The form of a delivery report, as the gateway posts it. */
export function reportOf({ id, to }: Pick<AcceptedSms, 'id' | 'to'>, status: ReportStatus) {
  const failure = { failureReason: 'UserDoesNotExist' }
  return new URLSearchParams({
    id,
    status,
    phoneNumber: to,
    networkCode: '63902',
    retryCount: '0',
    ...((status === 'Failed' || status === 'Rejected') && failure),
  }).toString()
}

/** Posts delivery reports one after another. Returns the HTTP status of each answer. */
export async function postReports(
  address: string,
  reports: [sms: Pick<AcceptedSms, 'id' | 'to'>, status: ReportStatus][],
) {
  const answers: number[] = []
  for (const [sms, status] of reports) {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: reportOf(sms, status),
    })
    await response.body?.cancel()
    answers.push(response.status)
  }
  return answers
}

function refused(to: string, code: number) {
  return {
    statusCode: code,
    number: to,
    status: words[code] ?? 'Unknown',
    cost: '0',
    messageId: 'None',
  }
}

function dataOf(message: string, recipients: object[]) {
  return { SMSMessageData: { Message: message, Recipients: recipients } }
}

function json(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Without the errors of floating-point sums. */
function round(amount: number) {
  return Math.round(amount * 10_000) / 10_000
}

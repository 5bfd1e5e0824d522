import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { text as readBody } from 'node:stream/consumers'

import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { africasTalking, parseAfricasTalkingUrl } from '../server/services/sms/africas-talking.ts'
import { httpGateway } from '../server/services/sms/http-gateway.ts'
import { smsCarrierOf, smsGatewayOf } from '../server/services/sms/sms-carrier.ts'
import { findFreePort, listenLocally } from './support/port.ts'
import { reportOf, startSmsGateway, urlOf } from './support/sms-gateway.ts'

const standIn = await startSmsGateway()
afterAll(() => standIn.stop())
beforeEach(() => {
  standIn.treat(() => ({}))
  standIn.setBalance(1000)
})

/** Milliseconds after which a gateway of these tests is silent. */
const shortTimeout = 300

function gatewayAt(url: string, timeout?: number) {
  return africasTalking(parseAfricasTalkingUrl(url)!, 'KES', timeout)
}

const gateway = gatewayAt(standIn.url)

const sms = {
  _id: '01980000-0000-7000-8000-000000000001',
  createdAt: '2026-11-25T10:00:00.000Z',
  to: '+254712345678',
  subject: '',
  text: "Ng'ang'a, you have a place: https://www.example.org/s/SPH-2026-ABCDEFGH",
}

test('an accepted SMS has the gateway’s id and its cost', async () => {
  const before = standIn.accepted.length
  const outcome = await gateway.send(sms)
  const accepted = standIn.accepted.slice(before)

  expect(accepted).toMatchObject([{ to: sms.to, text: sms.text, cost: 0.8 }])
  expect(outcome).toEqual({ result: 'sent', receipt: { gatewayId: accepted[0]!.id, cost: 0.8 } })
})

test.each([
  [100, { result: 'sent' }],
  [101, { result: 'sent' }],
  [102, { result: 'sent' }],
  [401, { result: 'unavailable', trouble: 'not let in', reply: '401' }],
  [402, { result: 'unavailable', trouble: 'sender refused', reply: '402' }],
  [403, { result: 'refused', forGood: true, trouble: 'unknown number', reply: '403' }],
  [404, { result: 'refused', forGood: true, trouble: 'unknown number', reply: '404' }],
  [405, { result: 'unavailable', trouble: 'no credit', reply: '405' }],
  [406, { result: 'refused', forGood: true, trouble: 'number blocked', reply: '406' }],
  [407, { result: 'refused', forGood: true, trouble: 'refused', reply: '407' }],
  [409, { result: 'refused', forGood: true, trouble: 'number blocked', reply: '409' }],
  [500, { result: 'refused', forGood: false, trouble: 'not now', reply: '500' }],
  [501, { result: 'refused', forGood: false, trouble: 'not now', reply: '501' }],
  [502, { result: 'refused', forGood: false, trouble: 'not now', reply: '502' }],
  [103, { result: 'no answer' }],
  [599, { result: 'no answer' }],
])('the code %i of the recipient has its meaning', async (code, outcome) => {
  standIn.treat(() => ({ code }))

  expect(await gateway.send(sms)).toMatchObject(outcome)
})

test.each([
  ['InvalidSenderId', { trouble: 'sender refused', reply: 'InvalidSenderId' }],
  ['Blacklisted', { trouble: 'refused', reply: 'Blacklisted' }],
  ['Sent to 0/1 Total Cost: 0', { trouble: 'refused' }],
])('an answer 201 without recipients is no success: %s', async (nobody, expected) => {
  standIn.treat(() => ({ nobody }))

  expect(await gateway.send(sms)).toMatchObject({ result: 'unavailable', ...expected })
})

test.each([
  [301, { result: 'unavailable', trouble: 'not let in', reply: '301' }],
  [400, { result: 'refused', forGood: true, trouble: 'refused', reply: '400' }],
  [401, { result: 'unavailable', trouble: 'not let in', reply: '401' }],
  [402, { result: 'unavailable', trouble: 'no credit', reply: '402' }],
  [403, { result: 'unavailable', trouble: 'not let in', reply: '403' }],
  [404, { result: 'refused', forGood: true, trouble: 'refused', reply: '404' }],
  [429, { result: 'unavailable', trouble: 'not now', reply: '429' }],
  [500, { result: 'no answer' }],
  [502, { result: 'no answer' }],
  [503, { result: 'unavailable', trouble: 'not now', reply: '503' }],
  [504, { result: 'no answer' }],
])('HTTP %i has its meaning', async (status, outcome) => {
  standIn.treat(() => ({ status }))

  expect(await gateway.send(sms)).toEqual(outcome)
})

test('an SMS that may have been accepted has no answer', async () => {
  const patient = gatewayAt(standIn.url, shortTimeout)
  const before = standIn.accepted.length
  const outcomes: unknown[] = []
  for (const behaviour of [
    { answers: 'never' },
    { hangUp: 'accepted' },
    { body: '' },
    { body: '<html>Welcome</html>' },
    { body: '{"SMSMessageData":{"Message":"Sent"}}' },
    { body: '[]' },
    { body: `{"SMSMessageData":{"Recipients":[],"pad":"${'x'.repeat(70_000)}"}}` },
  ] as const) {
    standIn.treat(() => behaviour)
    outcomes.push(await patient.send(sms))
  }

  expect(outcomes).toEqual(outcomes.map(() => ({ result: 'no answer' })))
  expect(standIn.accepted.length - before).toBe(outcomes.length)
})

test('an answer that never ends has no answer within the time limit', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(201)
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  })
  const port = await listenLocally(server)
  onTestFinished(() => void server.close())
  const dripping = gatewayAt(urlOf(`http://127.0.0.1:${port}`), shortTimeout)

  expect(await dripping.send(sms)).toEqual({ result: 'no answer' })
})

test('a gateway that was not reached can be tried again', async () => {
  const port = await findFreePort()
  const plain = createTcpServer((socket) => socket.end('220 mail.example.org\r\n'))
  const plainPort = await listenLocally(plain)
  onTestFinished(() => void plain.close())
  const closing = createTcpServer((socket) => void socket.once('data', () => socket.destroy()))
  const closingPort = await listenLocally(closing)
  onTestFinished(() => void closing.close())
  const unreachable = { result: 'unavailable', trouble: 'unreachable' }

  for (const [endpoint, reply] of [
    [`http://127.0.0.1:${port}`, 'ECONNREFUSED'],
    ['http://gateway.invalid', expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/)],
    [`https://127.0.0.1:${plainPort}`, 'ERR_SSL_WRONG_VERSION_NUMBER'],
    [`https://127.0.0.1:${closingPort}`, 'ECONNRESET'],
    ['http://127.0.0.1:1', 'BADPORT'],
  ] as const) {
    expect(await gatewayAt(urlOf(endpoint)).send(sms)).toEqual({ ...unreachable, reply })
  }
  // Without TLS, the same connection was open, and the request may have been read.
  expect(await gatewayAt(urlOf(`http://127.0.0.1:${closingPort}`)).send(sms)).toEqual({
    result: 'no answer',
  })
})

test('a redirect is not followed, because its target would get the key', async () => {
  const server = createServer((_request, response) => {
    response
      .writeHead(307, { location: `http://127.0.0.1:${standIn.port}/version1/messaging` })
      .end()
  })
  const port = await listenLocally(server)
  onTestFinished(() => void server.close())
  const before = standIn.asked.length
  const outcome = await gatewayAt(urlOf(`http://127.0.0.1:${port}`)).send(sms)

  expect(outcome).toEqual({ result: 'unavailable', trouble: 'not let in', reply: '307' })
  expect(standIn.asked).toHaveLength(before)
})

test('nobody is asked about a text that is no phone number', async () => {
  const before = standIn.asked.length
  for (const to of ['0712345678', '+254', '+2547123456789012', '+254712345678,+254700000000', '']) {
    expect(await gateway.send({ ...sms, to })).toMatchObject({ trouble: 'unknown number' })
  }

  expect(standIn.asked).toHaveLength(before)
})

test('a wrong key and a sender ID of somebody else are not let in', async () => {
  const endpoint = `http://127.0.0.1:${standIn.port}`
  const wrongKey = gatewayAt(urlOf(endpoint, { apiKey: 'wrong' }))
  const wrongSender = gatewayAt(urlOf(endpoint, { sender: 'SAFARICOM' }))

  expect(await wrongKey.send(sms)).toMatchObject({ trouble: 'not let in', reply: '401' })
  expect(await wrongSender.send(sms)).toMatchObject({ trouble: 'sender refused' })
  expect(await wrongKey.check()).toEqual({ result: 'refused', reply: '401' })
})

test('the credit ends in the middle of a batch', async () => {
  standIn.setBalance(2)
  const before = standIn.total()
  const results: string[] = []
  for (let count = 0; count < 4; count++) results.push((await gateway.send(sms)).result)

  expect(results).toEqual(['sent', 'sent', 'unavailable', 'unavailable'])
  expect(standIn.total() - before).toBeCloseTo(1.6)
  expect(await gateway.check()).toMatchObject({ result: 'ok', balance: 'KES 0.40' })
})

test('a cost in another currency is not taken for shillings', async () => {
  const foreign = africasTalking(parseAfricasTalkingUrl(standIn.url)!, 'UGX')

  expect(await foreign.send(sms)).toMatchObject({
    result: 'sent',
    receipt: { gatewayId: expect.any(String) },
  })
  expect((await foreign.send(sms)) as object).not.toHaveProperty('receipt.cost')
})

test('a queued SMS without a cost is not free', async () => {
  const recipient = { statusCode: 102, status: 'Queued', cost: 'KES 0.0000', messageId: 'ATXid_1' }
  const body = JSON.stringify({ SMSMessageData: { Message: 'Queued', Recipients: [recipient] } })
  standIn.treat(() => ({ body }))

  expect(await gateway.send(sms)).toEqual({ result: 'sent', receipt: { gatewayId: 'ATXid_1' } })
})

test('a check says the balance and the gateway’s clock', async () => {
  const time = Date.parse('2026-11-25T10:00:00Z')
  standIn.setClock(() => time)
  onTestFinished(() => standIn.setClock(Date.now))

  expect(await gateway.check()).toEqual({ result: 'ok', balance: 'KES 1000.00', time })
  const away = gatewayAt(urlOf(`http://127.0.0.1:${await findFreePort()}`))
  expect(await away.check()).toEqual({ result: 'unreachable', reply: 'ECONNREFUSED' })
})

test.each([
  ['Sent', null, null],
  ['Submitted', null, null],
  ['Buffered', null, null],
  ['Success', 'yes', null],
  ['Rejected', 'no', 'UserDoesNotExist'],
  ['Failed', 'no', 'UserDoesNotExist'],
  ['Expired', 'no', 'Expired'],
  ['AbsentSubscriber', 'no', 'AbsentSubscriber'],
] as const)('a delivery report %s has its meaning', (status, delivered, reason) => {
  const fields = Object.fromEntries(
    new URLSearchParams(reportOf({ id: 'ATXid_1', to: sms.to }, status)),
  )

  expect(gateway.readReport(fields)).toEqual({ gatewayId: 'ATXid_1', delivered, reason })
})

const noReports: Record<string, string>[] = [
  {},
  { id: 'ATXid_1' },
  { status: 'Success' },
  { id: 'ATXid_1', status: 'Borked' },
  { id: 'ATXid_1', status: 'constructor' },
  { id: '', status: 'Success' },
  { id: 'x'.repeat(101), status: 'Success' },
  { id: "' or 1=1", status: 'Success' },
]

test.each(noReports)('%o is no delivery report', (fields) => {
  expect(gateway.readReport(fields)).toBeUndefined()
})

test('the reason of a report does not repeat a phone number', () => {
  const report = (failureReason: string) =>
    gateway.readReport({ id: 'ATXid_1', status: 'Failed', failureReason })?.reason

  expect(report('not known: +254 712 345 678')).toBe('Failed')
  expect(report('Absent subscriber! '.repeat(9))).toMatch(/^[A-Za-z]{40}$/)
})

/** A gateway with fields of its own, which answers every request in the same way. */
async function startOther(answer: string, status = 200) {
  const requests: { headers: Record<string, unknown>; body: string; url: string }[] = []
  const server = createServer(async (request, response) => {
    const { headers, url = '' } = request
    requests.push({ headers, url, body: await readBody(request) })
    response.writeHead(status).end(answer)
  })
  const port = await listenLocally(server)
  onTestFinished(() => void server.close())
  return { requests, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/send?version=2` }
}

test('any gateway gets a form with its own names', async () => {
  const { url, requests } = await startOther('{"data":[{"id":"a-1","status":"queued"}]}')
  const other = httpGateway(
    url,
    'mobile={to}&msisdn={digits}&text={text}&ref={id}&shortcode=SYF+Kenya',
  )
  const text = 'Karibu {to} & 100% {id}'

  expect(await other.send({ ...sms, text })).toEqual({
    result: 'sent',
    receipt: { gatewayId: 'a-1' },
  })
  expect(requests[0]!.url).toBe('/send?version=2')
  expect(requests[0]!.headers).not.toHaveProperty('authorization')
  expect(Object.fromEntries(new URLSearchParams(requests[0]!.body))).toEqual({
    mobile: sms.to,
    msisdn: sms.to.slice(1),
    text,
    ref: sms._id,
    shortcode: 'SYF Kenya',
  })
})

test('any gateway can get JSON, with a password or a token', async () => {
  const answer = '{"responses":[{"respose-code":200,"mobile":254712345678,"messageid":8290842}]}'
  const { host, requests } = await startOther(answer)
  const fields =
    'format=json&mobile={digits}&message={text}&answer.id=messageid&answer.success=respose-code:200'
  const withPassword = httpGateway(`http://us%3Aer:p%40ss@${host}/`, fields)
  const withToken = httpGateway(`http://token-1@${host}/`, fields)

  expect(await withPassword.send(sms)).toEqual({
    result: 'sent',
    receipt: { gatewayId: '8290842' },
  })
  await withToken.send(sms)
  expect(JSON.parse(requests[0]!.body)).toEqual({ mobile: '254712345678', message: sms.text })
  expect(requests[0]!.headers).toMatchObject({
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from('us:er:p@ss').toString('base64')}`,
  })
  expect(requests[1]!.headers).toMatchObject({ authorization: 'Bearer token-1' })
})

test.each([
  [
    '{"success":true,"recipients":[{"id":"a-1"}]}',
    { result: 'sent', receipt: { gatewayId: 'a-1' } },
  ],
  ['{"success":true}', { result: 'sent', receipt: {} }],
  ['{"success":false,"id":"a-1"}', { result: 'refused', forGood: true, trouble: 'refused' }],
  ['{"error":"no credit"}', { result: 'refused', forGood: true, trouble: 'refused' }],
  ['Message sent', { result: 'no answer' }],
])('any gateway must answer as agreed: %s', async (answer, outcome) => {
  const { url } = await startOther(answer)
  const other = httpGateway(url, 'to={to}&text={text}&answer.success=success:true')

  expect(await other.send(sms)).toEqual(outcome)
})

test('any gateway follows the rules of HTTP answers, and a check only asks for an answer', async () => {
  const refusing = await startOther('{"id":"a-1"}', 401)
  const broken = await startOther('{"id":"a-1"}', 500)
  const fields = 'to={to}&text={text}'

  expect(await httpGateway(refusing.url, fields).send(sms)).toMatchObject({ trouble: 'not let in' })
  expect(await httpGateway(broken.url, fields).send(sms)).toEqual({ result: 'no answer' })
  const withUser = `http://user:wrong@${refusing.host}`
  expect(await httpGateway(withUser, fields).check()).toEqual({ result: 'refused', reply: '401' })
  // A key in the fields is not part of the check.
  expect(await httpGateway(refusing.url, fields).check()).toEqual({ result: 'ok' })
  const away = `http://127.0.0.1:${await findFreePort()}`
  expect(await httpGateway(away, fields).check()).toMatchObject({ result: 'unreachable' })
  expect(await httpGateway(broken.url, fields).send({ ...sms, to: '0712' })).toMatchObject({
    trouble: 'unknown number',
  })
})

test('delivery reports of any gateway are read by their names', () => {
  const usual = httpGateway('https://sms.example.org', 'to={to}&text={text}')
  const own = httpGateway(
    'https://sms.example.org',
    'to={to}&text={text}&report.id=ref&report.status=dlr&report.reason=why&report.delivered=1',
  )
  const read = (status: string) => usual.readReport({ messageId: 'a-1', status })?.delivered

  expect(['Success', 'delivered', 'DeliveredToTerminal', 'DELIVRD'].map(read)).toEqual(
    Array(4).fill('yes'),
  )
  expect(['FAILED', 'Rejected', 'EXPIRED', 'UNDELIV'].map(read)).toEqual(Array(4).fill('no'))
  expect(['ACCEPTD', 'queued'].map(read)).toEqual([null, null])
  expect(usual.readReport({ id: 'a-1', status: 'Failed', reason: 'Absent subscriber' })).toEqual({
    gatewayId: 'a-1',
    delivered: 'no',
    reason: 'Absentsubscriber',
  })
  expect(own.readReport({ ref: 'a-1', dlr: '1' })?.delivered).toBe('yes')
  expect(own.readReport({ ref: 'a-1', dlr: 'failed', why: 'E23' })?.reason).toBe('E23')
  expect(own.readReport({ id: 'a-1', status: 'Success' })).toBeUndefined()
})

test('SMS go by the gateway, or into files if nothing is set up, or are off', () => {
  const settings = { SMS_CURRENCY: 'KES', DATA_DIR: '/nowhere' }
  const SMTP_URL = 'smtp://mail.example.org'
  const other = { SMS_URL: 'https://sms.example.org', SMS_FIELDS: 'to={to}&text={text}' }

  expect(smsCarrierOf({ ...settings, SMS_URL: standIn.url, SMTP_URL })?.name).toBe('gateway')
  expect(smsCarrierOf({ ...settings, ...other })?.isRepeatable).toBe(false)
  expect(smsCarrierOf(settings)?.name).toBe('file')
  expect(smsCarrierOf({ ...settings, SMTP_URL })).toBeUndefined()
  expect(smsGatewayOf(settings)).toBeUndefined()
})

test('the username sandbox uses the sandbox, and parts of the address are decoded', () => {
  expect(parseAfricasTalkingUrl('africastalking://sandbox:k%2Fey@SYF%20Kenya')).toEqual({
    username: 'sandbox',
    apiKey: 'k/ey',
    sender: 'SYF Kenya',
    endpoint: 'https://api.sandbox.africastalking.com',
  })
  expect(parseAfricasTalkingUrl('africastalking://syf:key@40404')?.endpoint).toBe(
    'https://api.africastalking.com',
  )
})

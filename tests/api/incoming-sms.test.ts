import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { takeIncomingSms } from '../../server/services/sms/gateway-calls.ts'
import { readSender } from '../../server/services/sms/sender-state.ts'
import { choicesOf, formTo, startApi, submission } from '../support/api.ts'

const { app, ask, token, db, engine } = await startApi({
  SMS_URL: 'africastalking://somebody:secret@FOUNDATION?endpoint=http://127.0.0.1:9',
})
const choices = await choicesOf(ask)

let applicants = 0

/** A phone number that no other test has, in national form. */
const newNumber = () => `0733${String(++applicants).padStart(6, '0')}`

async function apply(phone_number: string, contact_by = 'sms') {
  const email = `stop${++applicants}@example.org`
  const body = submission(choices, { email, phone_number, contact_by })
  const { referenceId } = (await ask(api.public.submit, { body })).body
  const { _id } = await db
    .selectFrom('attachments')
    .select('_id')
    .where('referenceId', '=', referenceId)
    .executeTakeFirstOrThrow()
  return { _id, proof: { reference: referenceId as string, contact: email } }
}

const take = (fields: Record<string, string>) => takeIncomingSms(db, engine.search, fields)
const international = (number: string) => number.replace(/^0/, '+254')
const wayOf = async (id: string) =>
  (await ask(api.attachments.get, { token, id })).body.contact_by as string
const changesOf = async (record: string) =>
  (await ask(api.history, { token, query: { record, action: 'change' } })).body
const messagesOf = async (id: string) => (await ask(api.attachments.messages, { token, id })).body

test.each([
  'STOP',
  'stop',
  'Stop.',
  ' "STOP" ',
  'STOP ALL',
  'StopAll',
  'unsubscribe!',
  'ACHA',
  'Acha, tafadhali',
  'simama',
  '*SITISHA*',
  'Sitisha\nSMS',
])('the text %j ends the SMS', async (text) => {
  const number = newNumber()
  const { _id } = await apply(number)
  expect(await take({ from: international(number), text })).toBe(1)
  expect(await wayOf(_id)).toBe('email')
})

test.each(['', '  ', 'START', 'Please stop', 'stopped', 'I am late', '2 stop', 'ACHANA', '🛑'])(
  'the text %j changes nothing',
  async (text) => {
    const number = newNumber()
    const { _id } = await apply(number)
    expect(await take({ from: international(number), to: '22345', text, id: 'x' })).toBe(0)
    expect([await wayOf(_id), await changesOf(_id)]).toEqual(['sms', []])
  },
)

test.each([
  (number: string) => number,
  (number: string) => `${number.slice(0, 4)} ${number.slice(4, 7)}-${number.slice(7)}`,
  (number: string) => number.slice(1),
  (number: string) => `254${number.slice(1)}`,
  (number: string) => `+254 (0) ${number.slice(1)}`,
  (number: string) => `00254${number.slice(1)}`,
  (number: string) => `+254 ${number}`,
  (number: string) => `${number.slice(0, 4)}‑${number.slice(4)}`,
])('STOP finds a number however the applicant has typed it', async (typed) => {
  const number = newNumber()
  const { _id } = await apply(typed(number))
  expect(await take({ from: international(number), text: 'STOP' })).toBe(1)
  expect(await wayOf(_id)).toBe('email')
})

test('STOP from another country finds that number and no Kenyan one', async () => {
  const kenyan = newNumber()
  const foreign = `+255${kenyan.slice(1)}`
  const [own, other] = [await apply(foreign), await apply(kenyan)]
  expect(await take({ from: foreign, text: 'STOP' })).toBe(1)
  expect([await wayOf(own._id), await wayOf(other._id)]).toEqual(['email', 'sms'])
})

test('STOP from another country finds each spelling of the number', async () => {
  const digits = newNumber().slice(1)
  const all = [await apply(`00255 ${digits}`), await apply(`255${digits}`)]
  expect(await take({ from: `+255${digits}`, text: 'STOP' })).toBe(2)
  for (const { _id } of all) expect(await wayOf(_id)).toBe('email')
})

test('STOP ends the SMS of all applications with the number, and of no others', async () => {
  const number = newNumber()
  const [sms, both, email] = [
    await apply(number),
    await apply(international(number), 'both'),
    await apply(number, 'email'),
  ]
  const longer = await apply(`${number}1`)
  expect(await take({ from: international(number), text: 'STOP' })).toBe(3)
  for (const { _id } of [sms, both, email]) expect(await wayOf(_id)).toBe('email')
  expect(await wayOf(longer._id)).toBe('sms')
  const noted = { user: null, fields: ['contact_by'], note: 'STOP by SMS' }
  expect(await changesOf(sms._id)).toMatchObject([noted])
  expect(await changesOf(both._id)).toMatchObject([noted])
  expect(await changesOf(email._id)).toEqual([])

  await take({ from: international(number), text: 'STOP' })
  expect(await changesOf(sms._id)).toHaveLength(1)
})

test.each<Record<string, string>>([
  {},
  { text: 'STOP' },
  { from: '', text: 'STOP' },
  { from: '7', text: 'STOP' },
  { from: '%', text: 'STOP' },
  { from: 'FOUNDATION', text: 'STOP' },
  { from: '0'.repeat(5000), text: 'STOP' },
  { from: '+254733', text: 'STOP' },
])('STOP from no phone number changes nothing', async (fields) => {
  const { _id } = await apply(newNumber())
  expect(await take(fields)).toBe(0)
  expect(await wayOf(_id)).toBe('sms')
})

test('an opt-out that the gateway reports is a STOP, and a delivery report is not', async () => {
  const number = newNumber()
  const { _id } = await apply(number)
  const phoneNumber = international(number)
  const report = { id: '1', phoneNumber, status: 'Success', networkCode: '63902' }
  expect(await take(report)).toBe(0)
  expect(await take({ ...report, senderId: 'FOUNDATION' })).toBe(0)
  expect(await wayOf(_id)).toBe('sms')
  expect(await take({ phoneNumber, senderId: 'FOUNDATION' })).toBe(1)
  expect(await wayOf(_id)).toBe('email')
})

test('an e-mail goes instead of an SMS that waited', async () => {
  const number = newNumber()
  const { _id, proof } = await apply(number)
  await ask(api.attachments.accept, { token, id: _id })
  // The applicant has chosen e-mail already; the SMS from before still waits.
  await ask(api.public.setContactBy, { body: { ...proof, contact_by: 'email' } })
  await take({ from: international(number), text: 'STOP' })
  expect(await messagesOf(_id)).toMatchObject([
    { kind: 'accepted', transport: 'email', state: 'waiting' },
    { kind: 'accepted', transport: 'sms', state: 'cancelled', trouble: 'sent by e-mail' },
    { kind: 'received', transport: 'email' },
  ])
})

test('the gateway passes on a STOP as a form, at its secret address only', async () => {
  const number = newNumber()
  const { _id } = await apply(number)
  const from = international(number)
  const fields = { from, to: '22345', text: 'Stop', date: '2026-11-25 12:00:00', id: 'b1c2' }
  const post = (secret: string) => app.inject(formTo(`/api/sms/${secret}/incoming`, fields))
  expect((await post('guessed')).statusCode).toBe(404)
  expect(await wayOf(_id)).toBe('sms')
  expect((await post((await readSender(db)).secret)).statusCode).toBe(200)
  expect(await wayOf(_id)).toBe('email')
})

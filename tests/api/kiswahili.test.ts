import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { applicationFormInput } from '../../contract/application/application.ts'
import { applicantCredentials } from '../../contract/application/own-application.ts'
import { consentIds } from '../../contract/application/consent-wordings.ts'
import { allKiswahili, translateMessage } from '../../contract/language/kiswahili-server.ts'
import { kiswahili } from '../../contract/language/kiswahili.ts'
import {
  createTranslator,
  type ErrorMessage,
  inEnglish,
} from '../../contract/language/translate.ts'
import { messageIn } from '../../app/offline/replies.ts'
import { consentWordings } from '../../server/database/consent-wordings.ts'
import { tooBusy } from '../../server/http/load-shedding.ts'
import { unavailable } from '../../server/services/domain-error.ts'
import { choicesOf, startApi, submission } from '../support/api.ts'

const { ask, db, token } = await startApi({ RATE_LIMIT: 'on' })
const choices = await choicesOf(ask)
const newEmail = () => `${randomUUID()}@example.org`

const send = (changes: Record<string, unknown> = {}, key?: string) =>
  ask(api.public.submit, {
    body: submission(choices, { email: newEmail(), ...changes }),
    from: `10.0.0.${Math.floor(Math.random() * 200)}`,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })

/** Invalid values of every kind. */
const wrong = [
  undefined,
  null,
  '',
  ' ',
  'x',
  7,
  {},
  [],
  { _id: 'x' },
  true,
  false,
  'a\u0000b',
  'https://example.org/\u0007',
  '0712\u0000',
  'a@example.org\u0007',
  'a\uD800',
  'a'.repeat(6000),
  `${'a'.repeat(300)}@example.org`,
  `https://example.org/${'a'.repeat(3000)}`,
  '2003-02-29',
  '2020-01-01',
  '2000-01-01',
  '2100-12-31',
  '1',
]

test('every message of the form has a Kiswahili translation', () => {
  const messages = new Set<string>()
  const good = submission(choices, { email: newEmail() })
  expect(applicationFormInput.safeParse(good).success).toBe(true)
  for (const name of Object.keys(applicationFormInput.shape)) {
    for (const value of wrong) {
      const { error } = applicationFormInput.safeParse({ ...good, [name]: value })
      for (const { message } of error?.issues ?? []) messages.add(message)
    }
  }
  const declared = declaredMessages(applicationFormInput)
  expect([...declared].filter((message) => !messages.has(message))).toEqual([])
  expect(messages.size).toBeGreaterThan(12)
  expect([...messages].filter(isEnglish)).toEqual([])
})

test('every error of the status page has a Kiswahili translation', async () => {
  const messages = new Set<ErrorMessage>(declaredMessages(applicantCredentials))
  expect(messages.size).toBeGreaterThan(3)
  const asked = async (calls: (shown: object, _id: string) => Promise<unknown>) => {
    const contact = newEmail()
    const { body } = await send({ email: contact })
    const shown = { reference: body.referenceId, contact }
    const { body: found } = await ask(api.attachments.list, { token, query: { q: contact } })
    await calls(shown, found[0]._id)
    const answer = await ask(api.public.withdraw, { body: shown })
    expect(answer.status).toBeGreaterThan(400)
    messages.add(messageIn(answer.body))
  }
  await asked((body) => ask(api.public.withdraw, { body }))
  await asked((_, id) => ask(api.attachments.archive, { token, id }))
  await asked((_, id) =>
    ask(api.attachments.decline, { token, id, body: { reason: 'late', message: null } }),
  )
  await asked(async (shown) => {
    for (let times = 0; times < 11; times++) {
      const body = { ...shown, contact: '0799 999 999' }
      const answer = await ask(api.public.ownApplication, { body, from: `192.0.2.${times}` })
      messages.add(messageIn(answer.body))
    }
  })
  expect([...messages].some((message) => inEnglish(message).startsWith('Too many'))).toBe(true)
  expect(messages.size).toBeGreaterThan(8)
  const isUntranslated = (message: ErrorMessage) =>
    translateMessage('sw', message) === inEnglish(message)
  expect([...messages].filter(isUntranslated)).toEqual([])
})

test('every error of a submission has a Kiswahili translation', async () => {
  const key = randomUUID()
  const sent = submission(choices, { email: newEmail() })
  await send(sent, key)
  const { body: courses } = await ask(api.public.courses)
  const elsewhere = courses.find(
    ({ institution }: { institution: { _id: string } }) => institution._id !== choices.institution,
  )
  const email = newEmail()
  for (let times = 0; times < 10; times++) await send({ email })

  const refused = [
    await send({ ...sent, first_name: 'Amina' }, key),
    await send({ institution: randomUUID() }),
    await send({ department: randomUUID() }),
    await send({ course: randomUUID() }),
    await send({ course: elsewhere._id }),
    await send({ about_yourself: 'a'.repeat(2_000_000) }),
    await send({ first_name: '' }),
    await send({ email }),
  ]
  const sentences = new Map<string, ErrorMessage>()
  const add = (message: ErrorMessage) => sentences.set(inEnglish(message), message)
  for (const { status, body } of refused) {
    expect(status).toBeGreaterThan(400)
    add(messageIn(body))
    for (const said of Object.values<string>(body.fields ?? {})) add(said)
  }
  // Failures: a concurrent duplicate, and a database that is away, full or broken.
  await db.updateTable('idempotency_keys').set({ key: 'taken by another' }).execute()
  await sql`create unique index one_name on attachments (last_name)
    where residential_location = 'Kwale'`.execute(db)
  await send({ residential_location: 'Kwale' })
  add(messageIn((await send({ residential_location: 'Kwale' })).body))
  await db.schema.dropTable('idempotency_keys').execute()
  add(messageIn((await send({}, randomUUID())).body))
  for (const code of ['ECONNREFUSED', '53100']) {
    add(unavailable(Object.assign(new Error('gone'), { code }))!.wording)
  }
  add(tooBusy)

  expect(sentences.size).toBe(14)
  expect([...sentences.values()].filter(isEnglish)).toEqual([])
})

test('values keep their place in a translated message', () => {
  const translate = (message: ErrorMessage) => translateMessage('sw', message)
  const of = 'applications with this e-mail address'
  const wait = { sentence: 'Too many {of}. Please try again in {minutes} minutes.' } as const
  expect(translate({ ...wait, values: { of, minutes: 59 } })).toBe(
    'Maombi yenye barua pepe hii yamezidi. Tafadhali jaribu tena baada ya dakika 59.',
  )
  expect(translateMessage('en', { ...wait, values: { of, minutes: 59 } })).toBe(
    'Too many applications with this e-mail address. Please try again in 59 minutes.',
  )
  expect(translate('Use at most 5,000 characters')).toBe('Tumia herufi zisizozidi 5,000')
  expect(translate('Nobody knows this.')).toBe('Nobody knows this.')
  expect(translateMessage('en', 'Required')).toBe('Required')
})

test('each translation has the placeholders of its source', () => {
  const valuesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
  const different = Object.entries(allKiswahili).filter(
    ([english, translation]) => String(valuesOf(english)) !== String(valuesOf(translation)),
  )
  expect(different).toEqual([])
})

test('every dictionary entry is in use', () => {
  const files = globSync('{app,content,contract,server}/**/*.{ts,tsx}', {
    exclude: ['contract/kiswahili*.ts'],
  })
  const code = files.map((file) => readFileSync(file, 'utf8')).join()
  const unused = Object.keys(allKiswahili).filter(
    (english) => !english.includes('{') && !code.includes(english),
  )
  expect(unused).toEqual([])
})

test('released consent wordings never change', () => {
  expect(Object.keys(consentWordings)).toEqual(consentIds)
  expect(consentWordings).toMatchObject({
    'en-1':
      'By sending, you agree that our staff use these answers to decide on your application and keep them for a year, or for two after an attachment. You can have them erased earlier: Privacy Policy',
    'sw-1':
      'Kwa kutuma, unakubali kwamba wafanyakazi wetu watumie majibu haya kuamua kuhusu maombi yako na wayahifadhi kwa mwaka mmoja, au kwa miaka miwili baada ya mafunzo kazini. Unaweza kuomba yafutwe mapema: Sera ya Faragha',
  })
})

const translateInBrowser = createTranslator(kiswahili)

/** True for untranslated messages and for translations with an English value. */
function isEnglish(message: ErrorMessage) {
  const said = translateInBrowser(message)
  return said === inEnglish(message) || /\b(Please|Too many|your|the|minutes?)\b/.test(said)
}

/** Error messages declared anywhere in a schema. */
function declaredMessages(schema: unknown, found = new Set<string>(), seen = new Set<unknown>()) {
  if (schema === null || typeof schema !== 'object' || seen.has(schema)) return found
  seen.add(schema)
  const { error } = schema as { error?: unknown }
  if (typeof error === 'function') found.add(String(error({ code: 'custom', input: '' })))
  const parts = '_zod' in schema ? [(schema._zod as { def: object }).def] : Object.values(schema)
  for (const part of parts) declaredMessages(part, found, seen)
  return found
}

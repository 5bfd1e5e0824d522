import { expect, test } from 'vitest'
import type { PageSentence } from '../../../contract/language/kiswahili-server.ts'
import type { OwnApplication } from '../../../contract/application/own-application.ts'
import type { PageRefusal, PageServices } from '../../page-context.ts'
import { takeStep } from './own-application-steps.ts'

const credentials = { reference: 'SPH-2026-AAAAAAAA', contact: 'zawadi@example.org' }
const offer = { state: 'open', answerBy: '2100-01-01T00:00:00.000Z' }
const own = { standing: 'accepted', canBeWithdrawn: true, offer } as OwnApplication

/** Takes a step of the page. `outcome`: what the server answers to all but a look. */
async function take(
  step: string,
  fields: Record<string, string> = {},
  { outcome = own, sees = own, fileErrors = {} }: Outcome = {},
) {
  const calls: [string, unknown][] = []
  const answering =
    (name: string, answer: OwnApplication | PageRefusal) => async (input: unknown) => {
      calls.push([name, input])
      return answer
    }
  const services = {
    seeOwn: answering('seeOwn', sees),
    withdrawOwn: answering('withdrawOwn', outcome),
    answerOffer: answering('answerOffer', outcome),
    setContactBy: answering('setContactBy', outcome),
    replaceOwnDocument: answering('replaceOwnDocument', outcome),
  } as unknown as PageServices
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...credentials, step, ...fields })) {
    form.set(name, value)
  }
  return { ...(await takeStep(services, { form, fileErrors })), calls }
}

interface Outcome {
  outcome?: OwnApplication | PageRefusal
  sees?: OwnApplication | PageRefusal
  fileErrors?: Record<string, PageSentence>
}

test.each([
  ['', 'seeOwn', {}],
  ['language', 'seeOwn', {}],
  ['ask', 'seeOwn', {}],
  ['ask to decline', 'seeOwn', {}],
  ['constructor', 'seeOwn', {}],
  ['withdraw', 'withdrawOwn', {}],
  ['confirm', 'answerOffer', { answer: 'confirm' }],
  ['decline', 'answerOffer', { answer: 'decline' }],
  ['contact', 'setContactBy', { contact_by: 'sms' }],
  ['replace', 'replaceOwnDocument', { purpose: 'cv', document: 'key', url: 'link' }],
])('the step "%s" calls %s', async (step, name, input) => {
  const fields = { contact_by: 'sms', purpose: 'cv', resume_document: 'key', resume_url: 'link' }
  const { answer, refused, calls } = await take(step, fields)
  expect(calls).toEqual([[name, { ...credentials, ...input }]])
  expect(answer).toMatchObject({ credentials, own, refusal: null })
  expect(refused).toBeUndefined()
})

test('a change of language keeps incomplete credentials without a look', async () => {
  const { answer, calls } = await take('language', { contact: '' })
  expect(calls).toEqual([])
  expect(answer).toMatchObject({ credentials: { ...credentials, contact: '' }, own: null })
})

test.each([
  ['ask', own, 'withdraw'],
  ['ask', { ...own, canBeWithdrawn: false }, null],
  ['ask to decline', own, 'decline'],
  ['ask to decline', { ...own, offer: { ...offer, state: 'confirmed' } }, null],
  ['', own, null],
])('the step "%s" asks once more only if it is possible', async (step, sees, asksFor) => {
  const { answer } = await take(step, {}, { sees: sees as OwnApplication })
  expect(answer.asksFor).toBe(asksFor)
})

test('an older page that asks to decline a confirmed place says what has become of it', async () => {
  const sees = { ...own, offer: { ...offer, state: 'confirmed' } } as OwnApplication
  const { answer } = await take('ask to decline', {}, { sees })
  expect(answer.own).toBe(sees)
  expect(answer.refusal?.message).toMatch(/^You have confirmed this place already/)
})

test.each([
  ['replace', 'document'],
  ['contact', 'contact'],
  ['withdraw', null],
])('after the step "%s" the page confirms the change of: %s', async (step, changed) => {
  expect((await take(step, { purpose: 'cv' })).answer.changed).toBe(changed)
})

test.each([404, 422, 500])(
  'after an error %i the page says why, and asks for the credentials',
  async (status) => {
    const message = 'Please check these fields and try again.'
    const outcome = { status, message, retryAfter: 5, fields: { reference: 'Required' } }
    const { answer, refused } = await take('withdraw', {}, { outcome })
    expect(answer).toMatchObject({
      own: null,
      refusal: { message, fields: { reference: 'Required' } },
    })
    expect(refused).toEqual(outcome)
  },
)

test.each([
  ['a decision in between', 'confirm', { status: 409, message: 'The offer has ended' }],
  [
    'a refused way',
    'contact',
    { status: 422, message: '', fields: { contact_by: 'Not possible' } },
  ],
])('after %s the application stands below the error', async (_title, step, outcome) => {
  const { answer, calls } = await take(step, {}, { outcome })
  expect(answer.own).toEqual(own)
  expect(calls.at(-1)?.[0]).toBe('seeOwn')
})

test('a refused file and a refused link stand at their controls, with what was typed', async () => {
  const outcome = { status: 422, message: '', fields: { document: 'Too large', url: 'No link' } }
  const fields = { purpose: 'cover_letter', cover_letter_url: 'typed' }
  const { answer } = await take('replace', fields, { outcome })
  const errors = { cover_letter_file: 'Too large', cover_letter_url: 'No link' }
  expect(answer.replacing).toEqual({ purpose: 'cover_letter', url: 'typed', errors })
  expect(answer.refusal?.fields).toEqual(errors)
  expect(answer.own).toEqual(own)
})

test('a file that could not be stored is refused without a call', async () => {
  const fileErrors = { resume_file: 'Please choose a file.' } as const
  const { answer, refused, calls } = await take('replace', { purpose: 'cv' }, { fileErrors })
  expect(calls).toEqual([['seeOwn', credentials]])
  expect(refused?.status).toBe(422)
  expect(answer.replacing?.errors).toEqual(fileErrors)
})

test('without a known purpose nothing is replaced', async () => {
  const { calls } = await take('replace', { purpose: 'passport' })
  expect(calls).toEqual([['seeOwn', credentials]])
})

import { afterAll, expect, test, vi } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import {
  answerByLink,
  isAnswersRequestOutdated,
  readAnswersRequest,
} from '../../server/services/applications/questions/answer-requests.ts'
import { deleteExpired } from '../../server/services/cleanup.ts'
import { PublicError } from '../../server/services/domain-error.ts'
import { unlimited } from '../../server/services/rate-limiter.ts'
import { choicesOf, startApi } from '../support/api.ts'
import { storesAt } from '../support/documents.ts'
import { intakeActors } from '../support/intakes.ts'
import { startMailServer } from '../support/mail-server.ts'
import { labelled, optionsOf, question, questionEditors } from '../support/questions.ts'

const mail = await startMailServer()
afterAll(() => mail.stop())
const PUBLIC_URL = 'https://www.example.org'
const variables = { SMTP_URL: mail.url, MAIL_FROM: 'attachments@example.org', PUBLIC_URL }
const quick = { tick: 50, gap: 0, pause: 1, pauseAfterNoAnswer: 1 }
const started = await startApi(variables, { timing: quick })
const { app, ask, token, db, engine } = started
await app.listen({ port: 0, host: '127.0.0.1' })
const choices = await choicesOf(ask)
const actors = intakeActors(ask, token, choices)
const editors = questionEditors(ask, token)
const access = { db, limiter: unlimited }

const answer = (code: string, extra: Record<string, unknown>) =>
  answerByLink(access, code, extra, '192.0.2.1')
const requestFor = ({ _id }: Application) => ask(api.intakeQuestions.request, { token, id: _id })
const tokenIn = (text: string) => /\/questions\/([\w-]{43})/.exec(text)![1]!

test('missing answers are asked by e-mail, and given once by the link', async () => {
  const { _id } = await actors.create(9)
  const first = await editors.ask(_id, [question('Hobby')])
  const set = await editors.ask(_id, [
    ...first.questions,
    question('Laptop', { kind: 'yes_no', required: true }),
    question('Shirt', { kind: 'choice', required: true, options: optionsOf('Small', 'Large') }),
    question('Allergies'),
  ])
  const [hobby, laptop, shirt] = set.questions
  const extra = { [hobby!._id]: 'Kupika' }
  const person = await actors.apply(_id, { questionSet: 1, extra })
  expect(person.extraMissing).toEqual([laptop!._id, shirt!._id])
  const proof = { reference: person.referenceId, contact: person.email }
  const missingAnswers = async () =>
    (await ask(api.public.ownApplication, { body: proof })).body.missingAnswers
  expect(await missingAnswers()).toBe(2)

  const email = await vi.waitFor(() => {
    const found = mail.arrived.find(
      ({ to, text }) => to === person.email && text.includes('/questions/'),
    )
    expect(found).toBeDefined()
    return found!
  }, 15_000)
  const mailed = tokenIn(email.text)
  const asked = await readAnswersRequest(db, mailed)
  expect(asked).toMatchObject({ referenceId: person.referenceId, firstName: 'Zawadi' })
  expect('questions' in asked && asked.questions.map(({ label }) => label)).toEqual([
    'Laptop',
    'Shirt',
  ])
  const { status, body } = await requestFor(person)
  expect([status, body.emailed]).toEqual([200, true])
  const handed = tokenIn(body.url)
  expect(handed).not.toBe(mailed)

  const wrong = await answer(mailed, { [laptop!._id]: 'perhaps', [hobby!._id]: 'another' })
  expect(wrong instanceof PublicError && Object.keys(wrong.fields!)).toEqual([
    `q_${laptop!._id}`,
    `q_${shirt!._id}`,
  ])
  const right = {
    [laptop!._id]: 'yes',
    [shirt!._id]: shirt!.options[1]!._id,
    [hobby!._id]: 'another',
  }
  const answers = await Promise.all([answer(mailed, right), answer(handed, right)])
  expect(answers.filter((one) => one instanceof PublicError)).toMatchObject([{ kind: 'not_found' }])
  // A double tap sends the same once more.
  expect(await Promise.all([answer(mailed, right), answer(handed, right)])).toEqual(answers)
  const others = { ...right, [laptop!._id]: 'no' }
  for (const code of [mailed, handed]) {
    expect(await answer(code, others)).toMatchObject({ kind: 'not_found' })
  }
  for (const used of [mailed, handed, 'x'.repeat(43)]) {
    expect(await readAnswersRequest(db, used)).toMatchObject({ kind: 'not_found' })
  }

  const now = await actors.get(person._id)
  expect(now.extraMissing).toEqual([])
  expect([now.questionSet, await missingAnswers()]).toEqual([1, undefined])
  expect(now.extra.map(({ label, text, set: number }) => [label, text, number])).toEqual([
    ['Hobby', 'Kupika', 1],
    ['Laptop', 'Yes', 2],
    ['Shirt', 'Large', 2],
  ])
  expect(now.updatedAt).not.toBe(person.updatedAt)
  expect((await requestFor(person)).status).toBe(409)
  const { body: events } = await ask(api.history, { token, query: { record: person._id } })
  expect(events.map((event: { action: string }) => event.action)).toEqual([
    'give answers',
    'request answers',
    'submit',
  ])
  expect(await isAnswersRequestOutdated(db, { attachment: person._id })).toBe(true)
})

test('an expired link is not found, and a decision ends the request', async () => {
  const { _id } = await actors.create(9)
  const before = await actors.apply(_id)
  const set = await editors.ask(_id, [question('Next of kin', { required: true, when: 'offer' })])
  expect((await requestFor(before)).status, 'without an offer').toBe(409)
  await actors.accept(before._id)
  const { body } = await requestFor(before)
  const code = tokenIn(body.url)
  await db.updateTable('question_links').set({ expiresAt: '2020-01-01T00:00:00.000Z' }).execute()
  expect(await readAnswersRequest(db, code)).toMatchObject({ kind: 'not_found' })
  await deleteExpired(db, engine, storesAt(started.variables.DATA_DIR))
  expect(await db.selectFrom('question_links').select('tokenHash').execute()).toEqual([])

  const again = tokenIn((await requestFor(before)).body.url)
  await actors.decide({ ids: [before._id], decline: { reason: 'dates', message: '' } })
  const given = { [labelled(set, 'Next of kin')._id]: 'Omar' }
  expect(await answer(again, given)).toMatchObject({ kind: 'not_found' })
})

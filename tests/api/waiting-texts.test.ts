import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { inTransaction } from '../../server/database/transaction.ts'
import { importTemplates } from '../../server/services/messages/template-file.ts'
import { choicesOf, startApi } from '../support/api.ts'
import { intakeActors } from '../support/intakes.ts'
import { sendDue } from '../support/send-due.ts'

const PUBLIC_URL = 'https://vijana.example.org'
const { ask, token, db } = await startApi({ PUBLIC_URL })
const { accept, apply, create } = intakeActors(ask, token, await choicesOf(ask))
const calls = api.messageTemplates

const kind = 'offered'
const ours = 'A place for you: please answer by'
const textOf = (subject: string) => {
  return {
    subject,
    body: `${subject}: {answer_by}\n\n{link}`,
    sms: `${subject} {answer_by} {link}`,
  }
}
const save = (subject: string, intake?: string) =>
  ask(calls.save, { token, kind, body: { ...textOf(subject), intake } })
const reset = (intake?: string) =>
  ask(calls.reset, { token, kind, query: intake === undefined ? {} : { intake } })

/** Offers a place to an applicant who wants both transports. Returns the application. */
async function offer(intake: string) {
  const application = await apply(intake, { contact_by: 'both' })
  expect((await accept(application._id)).status).toBe(200)
  // A save in the same millisecond would count as earlier.
  const offeredAt = Date.now()
  while (Date.now() === offeredAt);
  return application
}

/** The messages that wait for an applicant, as staff read them: the SMS, then the e-mail. */
async function waitingFor(id: string) {
  const { body } = await ask(api.attachments.messages, { token, id })
  const offers = body.filter((one: { kind: string }) => one.kind === kind)
  return offers.map(({ words }: { words: Words }) => words) as Words[]
}

interface Words {
  subject: string
  text: string
}

const subjectTo = async (id: string) => (await waitingFor(id))[1]!.subject

test('the text of the intake comes first, then the one for everywhere, then ours', async () => {
  const [mine, other] = [(await create(9))._id, (await create(9))._id]
  const subjects = async () => {
    const offers = [await offer(mine), await offer(other)]
    return Promise.all(offers.map(({ _id }) => subjectTo(_id)))
  }
  await save('Until {answer_by}', mine)
  expect(await subjects()).toEqual([
    expect.stringMatching(/^Until \d+ \w+ 20\d\d$/),
    expect.stringContaining(ours),
  ])
  await save('Everywhere')
  expect(await subjects()).toEqual([expect.stringMatching(/^Until/), 'Everywhere'])

  // An application that moves to another intake gets the text of that one.
  const moved = await offer(other)
  const columns = { intake: mine }
  await db.updateTable('attachments').set(columns).where('_id', '=', moved._id).execute()
  expect(await subjectTo(moved._id)).toMatch(/^Until/)
  expect(await reset(mine)).toMatchObject({
    status: 200,
    body: { intake: null, subject: 'Everywhere' },
  })
  expect(await subjects()).toEqual(['Everywhere', 'Everywhere'])
  expect((await reset()).body).toMatchObject({ isDefault: true, updatedAt: null })
  expect(await subjects()).toEqual(Array(2).fill(expect.stringContaining(ours)))
})

test('a message that waits keeps its text, whatever staff change meanwhile', async () => {
  const intake = (await create(20))._id
  const restore = (version: number) =>
    ask(calls.restore, { token, kind, body: { intake, version } })
  const load = (subject: string) => {
    const texts = [{ ...textOf(subject), kind, language: 'en', intake: null } as const]
    return inTransaction(db, (transaction) => importTemplates(transaction, texts, randomUUID()))
  }
  const steps: [() => unknown, string][] = [
    [() => {}, ours],
    [() => save('Everywhere'), 'Everywhere'],
    [() => save('First', intake), 'First'],
    [() => save('Second', intake), 'Second'],
    [() => reset(intake), 'Everywhere'],
    [() => save('Elsewhere'), 'Elsewhere'],
    [() => reset(), ours],
    [() => restore(1), 'First'],
    [() => reset(intake), ours],
    [() => load('Loaded'), 'Loaded'],
  ]
  const expected: { id: string; email: string; subject: string }[] = []
  for (const [change, subject] of steps) {
    await change()
    const { _id, email } = await offer(intake)
    expected.push({ id: _id, email, subject: expect.stringContaining(subject) as string })
  }
  await save('Last', intake)
  const shown = await Promise.all(expected.map(({ id }) => waitingFor(id)))
  expect(shown.map(([, email]) => email!.subject)).toEqual(expected.map(({ subject }) => subject))
  expect(shown[1]![0]!.text).toMatch(/^SYF: \S+ Everywhere /)

  const sent = await sendDue(db, PUBLIC_URL)
  for (const [index, { email }] of expected.entries()) {
    expect(sent.findLast(({ to }) => to === email)).toMatchObject(shown[index]![1]!)
  }
  const texts = new Set(sent.map(({ text }) => text))
  expect(shown.filter(([sms]) => !texts.has(sms!.text))).toEqual([])
})

test('in place of a version that is not kept any more, the oldest one goes out', async () => {
  const intake = (await create(3))._id
  await save('Version 1', intake)
  const { _id } = await offer(intake)
  const { _id: later } = await offer(intake)
  for (let number = 2; number <= 22; number++) await save(`Version ${number}`, intake)
  expect([await subjectTo(_id), await subjectTo(later)]).toEqual(['Version 3', 'Version 3'])
})

test('a waiting message whose text cannot be sent any more gets ours', async () => {
  const intake = (await create(2))._id
  await save('Mine', intake)
  const { _id } = await offer(intake)
  await save('Later', intake)
  expect(await subjectTo(_id)).toBe('Mine')
  const columns = { body: 'Old {placeholder}', updatedAt: '2026-01-01T00:00:00.000Z' }
  await db
    .updateTable('message_template_versions')
    .set(columns)
    .where('subject', '=', 'Mine')
    .execute()
  expect(await subjectTo(_id)).toContain(ours)
})

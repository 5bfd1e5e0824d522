import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { allKiswahili } from '../../contract/language/kiswahili-server.ts'
import { choicesOf, formTo, startApi, submission } from '../support/api.ts'
import { newIntake } from '../support/intakes.ts'
import { anotherPerson } from '../support/submission.ts'

const { app, ask, token, db } = await startApi({}, { pages: 'build' })
const choices = await choicesOf(ask)
const statusPage = '/industrial-attachment/status'

let applicants = 0

const newIntakeOf = async (places: number, name?: string) => {
  const body = newIntake({
    places: [{ department: choices.department, places }],
    ...(name && { name, name_sw: `${name} kwa Kiswahili` }),
  })
  return (await ask(api.intakes.create, { token, body })).body._id as string
}

/** A new application to an intake; `proof` holds its credentials. */
async function apply(intake: string) {
  const contact = `offered${++applicants}@example.org`
  const body = { ...submission(choices, { ...anotherPerson(), email: contact }), intake }
  const { body: receipt } = await ask(api.public.submit, { body })
  const reference: string = receipt.referenceId
  const { _id } = await db
    .selectFrom('attachments')
    .select('_id')
    .where('referenceId', '=', reference)
    .executeTakeFirstOrThrow()
  return { _id, proof: { reference, contact } }
}

const decide = (id: string, decision: object) =>
  ask(api.attachments.decide, { token, body: { ids: [id], ...decision } })
const answer = (proof: object, reply: string) =>
  ask(api.public.answerOffer, { body: { ...proof, answer: reply } })
const see = async (proof: object) => (await ask(api.public.ownApplication, { body: proof })).body
const post = (fields: object, path = statusPage) => app.inject(formTo(path, fields))

test('the status page offers a place, and a form without JavaScript confirms it', async () => {
  const { _id, proof } = await apply(await newIntakeOf(2, 'May'))
  await decide(_id, { is_accepted: true })
  const offered = await post(proof)
  expect(offered.body).toMatch(/We offer you a place.*Answer by \w+day, .* left\).*May/s)
  expect(offered.body).toMatch(/aria-current="step"[^]*Confirmation/)
  expect(offered.body, 'they have just used it').not.toContain('Lost your reference ID')
  expect(offered.body).toMatch(/Yes, I accept.*No, I decline/s)
  const inKiswahili = await post(proof, `/sw${statusPage}`)
  expect(inKiswahili.body).toMatch(/Tunakupa nafasi.*Ndiyo, nakubali.*May kwa Kiswahili/s)

  const confirmed = await post({ ...proof, step: 'confirm' })
  expect(confirmed.statusCode).toBe(200)
  expect(confirmed.headers['cache-control']).toBe('no-store')
  expect(confirmed.body).toContain('Your place is confirmed')
  expect(confirmed.body).not.toContain('Yes, I accept')
  expect(confirmed.body).toMatch(/action="\/industrial-attachment\/letter".*value="acceptance"/s)
  expect((await see(proof)).offer.state).toBe('confirmed')
})

test('declining is asked once more, and only then done', async () => {
  const { _id, proof } = await apply(await newIntakeOf(2))
  await decide(_id, { is_accepted: true })
  const asked = await post({ ...proof, step: 'ask to decline' })
  expect(asked.body).toMatch(/Decline the place\?.*Yes, decline the place.*No, go back/s)
  expect((await see(proof)).offer.state).toBe('open')
  const declined = await post({ ...proof, step: 'decline' })
  expect(declined.body).toContain('You have declined the place')
  expect((await see(proof)).offer.state).toBe('declined')
})

test('a second answer, a late one and one without an offer change nothing', async () => {
  const intake = await newIntakeOf(9)
  const messages = new Set<string>()
  const refused = async (proof: object, word: string) => {
    const before = await see(proof)
    const { status, body } = await answer(proof, word)
    expect(status).toBe(409)
    messages.add(body.message)
    expect(await see(proof)).toEqual(before)
    const page = await post({ ...proof, step: word }, `/sw${statusPage}`)
    expect(page.statusCode).toBe(409)
    expect(page.body).toContain(allKiswahili[body.message as keyof typeof allKiswahili])
  }
  const none = await apply(intake)
  await refused(none.proof, 'confirm')

  const confirmed = await apply(intake)
  await decide(confirmed._id, { is_accepted: true })
  expect((await answer(confirmed.proof, 'confirm')).status).toBe(200)
  expect((await answer(confirmed.proof, 'confirm')).status).toBe(200)
  await refused(confirmed.proof, 'decline')

  const declined = await apply(intake)
  await decide(declined._id, { is_accepted: true })
  expect((await answer(declined.proof, 'decline')).status).toBe(200)
  await refused(declined.proof, 'confirm')

  const late = await apply(intake)
  await decide(late._id, { is_accepted: true })
  const answerBy = new Date(Date.now() - 1000).toISOString()
  await db.updateTable('attachments').set({ answerBy }).where('_id', '=', late._id).execute()
  await refused(late.proof, 'confirm')
  const page = await post(late.proof)
  expect(page.body).toContain('The time to answer is over')
  expect(page.body).toContain('Apply again')
  expect(page.body).not.toMatch(/Yes, I accept|Your papers|Withdraw my application/)

  const unseen = await apply(intake)
  await decide(unseen._id, { is_accepted: true })
  await db.updateTable('attachments').set({ answerBy }).where('_id', '=', unseen._id).execute()
  const paper = { ...unseen.proof, purpose: 'insurance', document: 'A'.repeat(43) }
  const sent = await ask(api.public.sendPaper, { body: paper })
  expect([sent.status, sent.body.message]).toEqual([
    409,
    'We ask for no papers in this application at the moment.',
  ])

  const revoked = await apply(intake)
  await decide(revoked._id, { is_accepted: true })
  await decide(revoked._id, { is_accepted: false })
  await refused(revoked.proof, 'confirm')
  expect(messages.size).toBe(4)
})

test('the waiting list shows the rank and the places, and a late arrival its note', async () => {
  const intake = await newIntakeOf(1)
  const some = [await apply(intake), await apply(intake), await apply(intake)]
  for (const { _id } of some) await decide(_id, { waiting: true })
  const { proof, _id } = some[1]!
  await db.updateTable('attachments').set({ arrivedLate: true }).where('_id', '=', _id).execute()
  const { body } = await post(proof)
  expect(body).toContain('You are on the waiting list')
  expect(body).toContain('You are number 2 of 3.')
  expect(body).toContain('The department has one place.')
  expect(body).toContain('Your application arrived after the intake had closed.')
})

test('applicants never see a planned decision, notes, or the user who works on it', async () => {
  const { _id, proof } = await apply(await newIntakeOf(2, 'Quiet'))
  const { body: users } = await ask(api.users.list, { token })
  await ask(api.attachments.assign, { token, id: _id, body: { user: users[0]._id } })
  await ask(api.attachments.addNote, { token, id: _id, body: { text: 'Secret note' } })
  const before = await see(proof)
  const reason = { reason: 'late', message: 'Secret message' }
  expect((await decide(_id, { planned: { decline: reason } })).status).toBe(200)

  expect(await see(proof)).toEqual(before)
  const { body, text } = await ask(api.public.ownAnswers, { body: proof })
  for (const name of ['planned', 'assignee', 'waiting', 'notes', '_id', 'is_accepted']) {
    expect(Object.keys(body)).not.toContain(name)
  }
  expect(body.intake.name).toBe('Quiet')
  const copy = await post(proof, `${statusPage}/copy`)
  expect(copy.body).toMatch(/<dt>Intake<\/dt><dd>Quiet<\/dd>/)
  for (const said of [text, copy.body, (await post(proof)).body]) {
    expect(said).not.toMatch(/Secret|planned/)
    expect(said).not.toContain(users[0].name)
  }
})

test('without an intake the status says nothing about offers', async () => {
  await db.updateTable('attachments').set({ intake: null }).execute()
  const { proof } = await apply(await newIntakeOf(1))
  await db.updateTable('attachments').set({ intake: null }).execute()
  expect(await see(proof)).not.toHaveProperty('offer')
  const { body } = await post(proof)
  expect(body).toContain('We are still deciding')
  expect(body).not.toMatch(/Intake|place\?/)
})

import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import type { PaperPurpose } from '../../contract/intake/paper-kinds.ts'
import type { Intake } from '../../contract/intake/intake.ts'
import { allKiswahili } from '../../contract/language/kiswahili-server.ts'
import { checkInsurances } from '../../server/cli/doctor/check-insurances.ts'
import {
  isPaperReminderOutdated,
  lapseWithoutPapers,
  remindOfDuePapers,
} from '../../server/services/applications/papers/paper-reminders.ts'
import { addDays, dayInKenya } from '../../contract/time-zone.ts'
import type { Message } from '../../contract/message/message.ts'
import { readSettings } from '../../server/settings.ts'
import { addUser, choicesOf, formTo, multipartTo, startApi } from '../support/api.ts'
import { dayIn, inDays, intakeActors, intakeBody } from '../support/intakes.ts'
import { emptyPdf } from '../support/documents.ts'
import { countTransactions } from '../support/transactions.ts'
import { keyIn, tusClient } from '../support/uploads.ts'

const { app, ask, token, db, variables } = await startApi({}, { pages: 'build' })
const tus = tusClient(await app.listen({ port: 0, host: '127.0.0.1' }))
const choices = await choicesOf(ask)
const actors = intakeActors(ask, token, choices)

/** A finished upload; returns its key. */
async function upload(purpose: string) {
  const file = new Uint8Array(emptyPdf)
  const created = await tus.create({ size: file.length, purpose, name: 'barua.pdf', bytes: file })
  return keyIn(created.headers.get('location')!)
}

const proofOf = ({ referenceId, email }: Application) => ({
  reference: referenceId,
  contact: email,
})

const send = async (person: Application, purpose: string, document?: string) =>
  ask(api.public.sendPaper, {
    body: { ...proofOf(person), purpose, document: document ?? (await upload(purpose)) },
  })

const decide = (person: Application, purpose: PaperPurpose, body: object, by = token) =>
  ask(api.attachments.decidePaper, { token: by, id: person._id, purpose, body })

const paperOf = (answer: { papers: Application['papers'] }, purpose: string) =>
  answer.papers.find((one) => one.purpose === purpose)

/** An intake and somebody to whom it has offered a place. */
async function offered(changes: object = {}) {
  const intake = await actors.create(9, changes)
  const person = await actors.apply(intake._id)
  await actors.accept(person._id)
  return { intake, person }
}

const found = async (intake: Intake, papers: string) => {
  const query = { intake: intake._id, papers }
  const { body } = await ask(api.attachments.list, { token, query })
  return (body as Application[]).map(({ _id }) => _id)
}

test('a paper is asked for with the offer, sent, sent back, sent again and accepted', async () => {
  const { intake, person } = await offered()
  expect(intake.papers.map(({ purpose, asked, dueDays }) => [purpose, asked, dueDays])).toEqual([
    ['introduction_letter', 'offer', 14],
    ['insurance', 'offer', 14],
    ['identity', 'offer', 14],
  ])
  const other = await actors.apply(intake._id)
  expect((await actors.status(other)).papers, 'without an offer').toEqual([])
  const asked = await actors.status(person)
  expect(paperOf(asked, 'insurance')).toMatchObject({ state: 'missing', dueOn: dayIn(26) })
  expect(await found(intake, 'missing')).toEqual([person._id])

  const first = await send(person, 'insurance')
  expect(first.status).toBe(200)
  expect(paperOf(first.body, 'insurance')).toMatchObject({ state: 'sent', reason: null })
  expect(await found(intake, 'sent')).toEqual([person._id])
  const before = await actors.get(person._id)
  const returned = await decide(person, 'insurance', { state: 'returned', reason: 'unreadable' })
  expect(paperOf(returned.body, 'insurance')).toMatchObject({
    state: 'returned',
    reason: 'unreadable',
  })
  expect(returned.body.updatedAt, 'an open edit stays good').toBe(before.updatedAt)
  expect(await found(intake, 'sent')).toEqual([])

  const better = await upload('insurance')
  const again = [
    await send(person, 'insurance', better),
    await send(person, 'insurance', better),
    // Without scripts, the browser uploads it anew.
    await send(person, 'insurance'),
  ]
  expect(
    again.map(({ status }) => status),
    'the same file three times',
  ).toEqual([200, 200, 200])
  const query = { record: person._id, action: 'send paper' }
  expect((await ask(api.history, { token, query })).body, 'the first one and this').toHaveLength(2)
  const { document } = paperOf(again[0]!.body, 'insurance')!
  expect(document).not.toBe(paperOf(first.body, 'insurance')!.document)
  const stored = await db
    .selectFrom('documents')
    .select('_id')
    .where('attachment', '=', person._id)
    .execute()
  expect(stored, 'the earlier file is deleted').toEqual([{ _id: document }])
  const unseen = { state: 'accepted', document: paperOf(first.body, 'insurance')!.document }
  expect((await decide(person, 'insurance', unseen)).status, 'another file').toBe(409)

  const validUntil = dayIn(300)
  const accepted = await decide(person, 'insurance', { state: 'accepted', validUntil, document })
  expect(paperOf(accepted.body, 'insurance')).toMatchObject({ state: 'accepted', validUntil })
  for (const purpose of ['introduction_letter', 'identity'] as const) {
    await send(person, purpose)
    await decide(person, purpose, { state: 'accepted' })
  }
  expect(await found(intake, 'complete')).toEqual([person._id])
  expect(await found(intake, 'missing')).toEqual([])
  const { body: history } = await ask(api.history, { token, query: { record: person._id } })
  const papers = history.filter(({ action }: { action: string }) => action.endsWith('paper'))
  expect(papers).toHaveLength(8)
})

test('what cannot be sent is refused with a sentence in both languages, and nothing is lost', async () => {
  const { intake, person } = await offered({ papers: [paper('insurance')] })
  const sentences = new Set<string>()
  const refused = async (
    status: number,
    of: Promise<{ status: number; body: { message: string } }>,
  ) => {
    const answer = await of
    expect([answer.status, answer.body.message]).toEqual([status, expect.any(String)])
    sentences.add(answer.body.message)
  }
  const none = await actors.apply(intake._id)
  await refused(409, send(none, 'insurance'))
  await refused(409, send(person, 'identity'))
  await refused(404, send({ ...person, email: none.email }, 'insurance'))
  await refused(422, send(person, 'insurance', await upload('identity')))
  await refused(422, send(person, 'insurance', 'x'.repeat(43)))

  const keys = [await upload('insurance'), await upload('insurance')]
  const both = await Promise.all(keys.map((key) => send(person, 'insurance', key)))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  await decide(person, 'insurance', { state: 'accepted' })
  await refused(409, send(person, 'insurance'))
  expect(paperOf(await actors.status(person), 'insurance')?.state).toBe('accepted')
  await ask(api.public.withdraw, { body: proofOf(person) })
  await refused(409, send(person, 'insurance'))
  for (const sentence of sentences) expect(Object.keys(allKiswahili)).toContain(sentence)
})

test('staff decide only on what was sent, with a reason and a day to come', async () => {
  const { person } = await offered()
  const missing = await decide(person, 'identity', { state: 'accepted' })
  expect([missing.status, missing.body.message]).toEqual([409, 'This paper has not been sent yet.'])
  await send(person, 'identity')
  await send(person, 'insurance')
  const wrong = [
    await decide(person, 'identity', { state: 'returned' }),
    await decide(person, 'identity', { state: 'accepted', validUntil: dayIn(9) }),
    await decide(person, 'insurance', { state: 'accepted', validUntil: dayIn(-1) }),
    await decide(person, 'insurance', { state: 'missing' }),
  ]
  expect(wrong.map(({ status, body }) => [status, Object.keys(body.fields)])).toEqual([
    [422, ['reason']],
    [422, ['validUntil']],
    [422, ['validUntil']],
    [422, ['state']],
  ])
  const states = (await actors.get(person._id)).papers.map(({ state }) => state)
  expect(states).toEqual(['missing', 'sent', 'sent'])
})

test('of two colleagues the second one reads who has decided, and then decides knowingly', async () => {
  const { person } = await offered()
  await send(person, 'identity')
  const colleague = await addUser(ask, token, 'admin')
  const accept = { state: 'accepted', read: 'sent' }
  const sendBack = { state: 'returned', reason: 'unreadable', read: 'sent' }
  const told = async () => {
    const { body } = await ask(api.attachments.messages, { token, id: person._id })
    return (body as Message[]).filter(({ kind }) => kind === 'paper_reminder').length
  }

  expect((await decide(person, 'identity', accept, colleague.token)).status).toBe(200)
  expect((await decide(person, 'identity', accept)).status, 'the same is no conflict').toBe(200)
  const late = await decide(person, 'identity', sendBack)
  expect(late.status).toBe(409)
  expect(late.body.message).toMatch(/^\S.* has already accepted this paper\.$/)
  expect([paperOf(await actors.get(person._id), 'identity')?.state, await told()]).toEqual([
    'accepted',
    0,
  ])
  const knowing = { ...sendBack, read: 'accepted' }
  expect((await decide(person, 'identity', knowing)).status).toBe(200)
  const again = await decide(person, 'identity', { ...accept, read: 'accepted' }, colleague.token)
  expect([again.status, again.body.message, await told()]).toEqual([
    409,
    expect.stringContaining('Administrator has already sent this paper back.'),
    1,
  ])
  expect((await decide(person, 'identity', accept)).status, 'one own decision').toBe(200)
})

test('an intake names its own papers; one with files cannot be removed, only asked no more', async () => {
  const own = { ...paper('own_1'), name: 'Logbook', name_sw: 'Daftari la kazi' }
  const { intake, person } = await offered({ papers: [own] })
  const save = async (papers: object[]) => {
    const { body: current } = await ask(api.intakes.get, { token, id: intake._id })
    const body = { ...intakeBody(choices.department, 9), updatedAt: current.updatedAt, papers }
    return ask(api.intakes.update, { token, id: intake._id, body })
  }
  expect(paperOf(await actors.status(person), 'own_1')).toMatchObject({
    name_sw: 'Daftari la kazi',
  })
  await send(person, 'own_1')
  const { status, body } = await save([paper('identity')])
  expect([status, body.fields.papers]).toEqual([409, expect.stringContaining('Logbook')])
  expect((await save([{ ...own, name_sw: '' }])).status).toBe(422)
  expect((await save([own, own])).body.fields).toHaveProperty('papers')
  const stopped = await save([{ ...own, asked: 'never' }, paper('identity')])
  expect(stopped.body.papers).toContainEqual({ ...own, asked: 'never' })
  const { papers } = await actors.status(person)
  expect(
    papers.map(({ purpose, state, dueOn }: Application['papers'][0]) => [purpose, state, dueOn]),
  ).toEqual([
    ['identity', 'missing', dayIn(26)],
    ['own_1', 'sent', null],
  ])
  expect((await send(person, 'own_1')).status, 'no longer asked').toBe(409)
  const kept = { ...intakeBody(choices.department, 9), updatedAt: stopped.body.updatedAt }
  const unchanged = await ask(api.intakes.update, { token, id: intake._id, body: kept })
  expect(unchanged.body.papers).toEqual(stopped.body.papers)
})

test('people are reminded of missing papers 7 and 2 days before, once after, and by hand', async () => {
  const reminders = async (person: Application) => {
    const { body } = await ask(api.attachments.messages, { token, id: person._id })
    const papers = (body as Message[]).filter(({ kind }) => kind.startsWith('paper_'))
    return papers.toReversed()
  }
  const { intake, person } = await offered({ papers: [paper('insurance')] })
  await actors.answer(person, 'confirm')
  await db
    .updateTable('attachments')
    .set({ offeredAt: inDays(-30) })
    .where('_id', '=', person._id)
    .execute()
  /** The papers are due so many days from now. */
  const due = async (days: number) => {
    const startsOn = addDays(dayInKenya(Date.now()), days + 14)
    await db
      .updateTable('placements')
      .set({ startsOn })
      .where('attachment', '=', person._id)
      .execute()
    await remindOfDuePapers(db)
    const { count } = await countTransactions(db, remindOfDuePapers)
    expect(count, 'nobody is locked who was reminded').toBe(0)
    return (await reminders(person)).map(({ kind }) => kind)
  }
  expect(await due(8)).toEqual([])
  expect(await due(7)).toEqual(['paper_reminder'])
  expect(await due(-8)).toHaveLength(1)
  expect(await due(-1)).toEqual(['paper_reminder', 'paper_late'])
  const [first] = await reminders(person)
  expect(first?.words?.text).toMatch(/we still need from you:\n\n- Insurance cover, by \d/)

  const createdAt = inDays(-1)
  await db.updateTable('outbox').set({ createdAt }).where('attachment', '=', person._id).execute()
  const other = await actors.apply(intake._id)
  const ids = [person._id, other._id]
  const asked = [
    await ask(api.attachments.remindOfPapers, { token, body: { ids } }),
    await ask(api.attachments.remindOfPapers, { token, body: { ids } }),
  ]
  expect(asked.map(({ body }) => body)).toEqual([
    { queued: 1, left: 1 },
    { queued: 0, left: 2 },
  ])
  await send(person, 'insurance')
  const about = { attachment: person._id }
  expect(await isPaperReminderOutdated(db, about), 'it was sent').toBe(true)
  await decide(person, 'insurance', { state: 'returned', reason: 'expired' })
  expect(await isPaperReminderOutdated(db, about)).toBe(false)
  expect(await reminders(person), 'who gets it back is told').toHaveLength(4)
})

test('a place is lost by missing papers only where the intake says so, after a last reminder', async () => {
  const wordsOf = async ({ _id }: Application, kind: string) => {
    const { body } = await ask(api.attachments.messages, { token, id: _id })
    return (body as Message[]).find((one) => one.kind === kind)?.words?.text
  }
  const late = async (changes: object) => {
    const papers = [paper('insurance'), paper('identity')]
    const { person } = await offered({ papers, ...changes })
    const offer = await wordsOf(person, 'offered')
    await actors.answer(person, 'confirm')
    const attachment = person._id
    const before = { offeredAt: inDays(-30), answeredAt: inDays(-29) }
    await db.updateTable('attachments').set(before).where('_id', '=', attachment).execute()
    const startsOn = addDays(dayInKenya(Date.now()), 13)
    const placement = db.updateTable('placements').where('attachment', '=', attachment)
    await placement.set({ startsOn }).execute()
    await remindOfDuePapers(db)
    return { person, placement, startsOn, offer }
  }
  /** The reminders have gone out so many days ago. */
  const sent = (days: number) =>
    db
      .updateTable('outbox')
      .set({ state: 'sent', endedAt: inDays(-days) })
      .execute()
  const strict = { lapsesWithoutPapers: true }
  const [kept, lost, sending, begun] = [
    await late({}),
    await late(strict),
    await late(strict),
    await late(strict),
  ]
  expect(kept.offer).toMatch(/ask for these papers.*\n- Insurance cover, by \d/)
  expect(await wordsOf(kept.person, 'paper_late')).toContain('Your place is not lost')
  expect(lost.offer).toContain('your place goes to somebody else')
  expect(await wordsOf(lost.person, 'paper_late')).toContain('within two days of this message')
  for (const purpose of ['insurance', 'identity']) await send(sending.person, purpose)
  await begun.placement.set({ startsOn: dayInKenya(Date.now()) }).execute()

  await sent(1)
  const early = await countTransactions(db, lapseWithoutPapers)
  expect(early.result, 'the last reminder is too new').toBe(0)
  expect(early.count, 'nobody is locked who keeps the place').toBe(0)
  await sent(3)
  await lapseWithoutPapers(db) // the listening server may be faster
  const stateOf = async ({ person }: typeof kept) => (await actors.get(person._id)).offer?.state
  expect(await stateOf(lost)).toBe('lapsed')
  for (const one of [kept, sending, begun]) expect(await stateOf(one)).toBe('confirmed')
  expect(await wordsOf(lost.person, 'place_lost')).toContain('still missing after our reminders')
  const query = { record: lost.person._id, action: 'lose place' }
  const { body: history } = await ask(api.history, { token, query })
  expect(history).toMatchObject([{ user: null, fields: ['insurance', 'identity'] }])

  expect((await actors.accept(lost.person._id)).status, 'staff give it again').toBe(200)
  await actors.answer(lost.person, 'confirm')
  await lost.placement.set({ startsOn: lost.startsOn }).execute()
  expect(await lapseWithoutPapers(db), 'it is not lost by the same papers').toBe(0)
  expect(await stateOf(lost)).toBe('confirmed')
})

test('doctor finds an insurance that ends before the attachment does', async () => {
  const { person } = await offered()
  await actors.answer(person, 'confirm')
  await send(person, 'insurance')
  const check = () => checkInsurances({ now: Date.now }, readSettings(variables))
  await decide(person, 'insurance', { state: 'accepted', validUntil: dayIn(131) })
  expect((await check()).map(({ what }) => what).join()).not.toContain(person.referenceId)
  await decide(person, 'insurance', { state: 'accepted', validUntil: dayIn(99) })
  const short = (await check()).find(({ what }) => what.includes(person.referenceId))
  expect(short?.todo).toContain('send the insurance back with the reason “Expired”')
  expect((await decide(person, 'insurance', { state: 'returned', reason: 'expired' })).status).toBe(
    200,
  )
  expect((await check()).map(({ what }) => what).join()).not.toContain(person.referenceId)
})

test('an intake of before asks for nothing, and its people are counted nowhere', async () => {
  const { intake, person } = await offered()
  const { body: counted } = await ask(api.attachments.counts, { token })
  await db.deleteFrom('intake_papers').where('intake', '=', intake._id).execute()
  expect((await actors.status(person)).papers).toEqual([])
  const { body } = await ask(api.intakes.get, { token, id: intake._id })
  expect(new Set(body.papers.map(({ asked }: { asked: string }) => asked))).toEqual(
    new Set(['never']),
  )
  const after = (await ask(api.attachments.counts, { token })).body
  expect(after.papersMissing).toBe(counted.papersMissing - 1)
})

test('the status page lists the papers in both languages, and takes one without JavaScript', async () => {
  const own = { ...paper('own_1'), name: 'Logbook', name_sw: 'Daftari la kazi' }
  const { intake, person } = await offered({ papers: [own, paper('insurance')] })
  const page = '/industrial-attachment/status'
  const proof = proofOf(person)
  const seen = await app.inject(formTo(page, proof))
  expect(seen.body).toMatch(
    /Your papers[^]*Insurance cover[^]*Missing: please send it by[^]*Logbook/,
  )
  const inKiswahili = await app.inject(formTo(`/sw${page}`, proof))
  expect(inKiswahili.body).toMatch(/Hati zako[^]*Bima[^]*Haijafika[^]*Daftari la kazi/)
  const script = 'entry.own-papers'
  expect(seen.body).toContain(script)
  const other = await actors.apply(intake._id)
  const nothing = await app.inject(formTo(page, proofOf(other)))
  expect(nothing.body, 'no script without papers').not.toContain(script)
  const form = { ...proof, step: 'paper', purpose: 'insurance' }
  const post = async (file?: object) =>
    app.inject(
      await multipartTo(page, [
        ...Object.entries(form),
        ...(file ? [['paper_insurance', file] as const] : []),
      ]),
    )
  const empty = await post()
  expect([empty.statusCode, empty.body]).toEqual([422, expect.stringContaining('#paper_insurance')])
  const sent = await post({ name: 'bima.pdf', bytes: emptyPdf })
  expect([sent.statusCode, sent.body]).toEqual([
    200,
    expect.stringMatching(
      /We have received your paper[^]*Received. We are checking it.[^]*bima.pdf/,
    ),
  ])
  await decide(person, 'insurance', { state: 'returned', reason: 'expired' })
  expect((await app.inject(formTo(page, proof))).body).toMatch(
    /We have sent it back: please send it again by[^]*It is no longer valid\./,
  )
})

/** A paper that is asked for after the offer. */
function paper(purpose: string) {
  return {
    purpose,
    name: null as string | null,
    name_sw: null as string | null,
    asked: 'offer',
    dueDays: 14,
  }
}

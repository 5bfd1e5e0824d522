import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import type { Message } from '../../contract/message/message.ts'
import { addDays, dayInKenya } from '../../contract/time-zone.ts'
import type { Placement } from '../../contract/intake/placement.ts'
import { choicesOf, formTo, startApi } from '../support/api.ts'
import { intakeActors, intakeBody } from '../support/intakes.ts'

const { app, ask, db, token } = await startApi({}, { pages: 'build' })
const choices = await choicesOf(ask)
const { accept, answer, apply, create, status } = intakeActors(ask, token, choices)
const statusPage = '/industrial-attachment/status'
const { body: departments } = await ask(api.public.departments)
const other: { _id: string; name: string; name_sw: string } = departments.at(-1)
const chosen: { _id: string; name: string } = departments[0]

const days = { startsOn: '2097-02-01', endsOn: '2097-04-30' }
const intakeDays = { startsOn: '2097-01-04', endsOn: '2097-03-26' }
const moved = { ...days, department: other._id, supervisorName: 'Fatma Ali' }

/** An applicant who has confirmed a place. */
async function placed() {
  const intake = await create(1, intakeDays)
  const applied = await apply(intake._id)
  await accept(applied._id)
  await answer(applied, 'confirm')
  return { applied, intake }
}

async function changePlacement({ _id }: Application, changes: object) {
  const query = { application: _id }
  const [placement] = (await ask(api.placements.list, { token, query })).body as Placement[]
  const { department, supervisor: _, ...body } = placement!
  const { body: changed } = await ask(api.placements.update, {
    token,
    id: body._id,
    body: { ...body, department: department?._id, supervisor: null, ...changes },
  })
  return changed as Placement
}

const proofOf = ({ referenceId, email }: Application) => ({
  reference: referenceId,
  contact: email,
})

/** The text of a page of this applicant, without tags. */
async function read(applied: Application, path: string, fields: object = {}) {
  const { body } = await app.inject(formTo(path, { ...proofOf(applied), ...fields }))
  return body
    .replaceAll(/<style.*?<\/style>|<script.*?<\/script>/gs, '')
    .replaceAll(/<[^>]*>+/g, ' ')
}

test('after a move, everything that an applicant reads says where and when the placement is', async () => {
  const { applied } = await placed()
  await changePlacement(applied, moved)

  const own = await status(applied)
  expect(own).toMatchObject({
    department: other.name,
    department_sw: other.name_sw,
    intake: days,
    placement: {
      ...days,
      department: other.name,
      department_sw: other.name_sw,
      supervisor: 'Fatma Ali',
      brokenOffOn: null,
    },
  })
  const { body: answers } = await ask(api.public.ownAnswers, { body: proofOf(applied) })
  expect(answers.placement).toEqual(own.placement)
  expect(answers.department.name, 'the answer as it was given').toBe(chosen.name)

  const english = /1 February 2097.*30 April 2097/s
  const swahili = /1 Februari 2097.*30 Aprili 2097/s
  for (const [path, when, supervisor] of [
    [statusPage, english, 'Supervisor'],
    [`${statusPage}/copy`, english, 'Supervisor'],
    [`/sw${statusPage}`, swahili, 'Msimamizi'],
    [`/sw${statusPage}/copy`, swahili, 'Msimamizi'],
  ] as const) {
    const text = await read(applied, path)
    expect(text).toMatch(when)
    expect(text).not.toMatch(/4 (Januari|January) 2097/)
    expect(text).toMatch(new RegExp(`${supervisor}\\W+Fatma Ali`))
    const department = path.startsWith('/sw') ? other.name_sw : other.name
    expect(text.replaceAll('&amp;', '&')).toContain(department)
  }
  const messages = (await ask(api.attachments.messages, { token, id: applied._id }))
    .body as Message[]
  const text = messages.find(({ kind }) => kind === 'offer_confirmed')!.words?.text
  expect(text).toContain(`in ${other.name}, from 1 February 2097 to 30 April 2097`)
  await ask(api.public.ownLetter, { body: { ...proofOf(applied), kind: 'acceptance' } })
  const letter = await db
    .selectFrom('letters')
    .select(['department', 'startsOn', 'endsOn', 'supervisor'])
    .where('attachment', '=', applied._id)
    .executeTakeFirst()
  expect(letter).toEqual({ ...days, department: other.name, supervisor: 'Fatma Ali' })
})

test('other days of the intake do not change what somebody who has confirmed reads', async () => {
  const { applied, intake } = await placed()
  const changed = { ...days, name_sw: 'Awamu ya mvua', updatedAt: intake.updatedAt }
  const body = { ...intakeBody(choices.department, 1), ...changed }
  expect((await ask(api.intakes.update, { token, id: intake._id, body })).status).toBe(200)

  expect((await status(applied)).intake).toMatchObject(intakeDays)
  expect(await read(applied, `/sw${statusPage}/copy`)).toContain('Awamu ya mvua')
  expect(await read(applied, statusPage)).toMatch(/4 January 2097.*26 March 2097/s)
})

test('the status page knows an attachment that is running, and one that has ended', async () => {
  const { applied } = await placed()
  const today = dayInKenya(Date.now())
  for (const [startsOn, endsOn, english, swahili] of [
    [today, today, 'Your attachment is running', 'Mafunzo yako kazini yanaendelea'],
    [
      addDays(today, -90),
      addDays(today, -1),
      'Your attachment has ended',
      'Mafunzo yako kazini yamekamilika',
    ],
  ] as const) {
    await changePlacement(applied, { startsOn, endsOn })
    const text = await read(applied, statusPage)
    expect(text).toContain(english)
    expect(text).not.toContain('before your first day')
    expect(await read(applied, `/sw${statusPage}`)).toContain(swahili)
    expect((await status(applied)).canBeWithdrawn).toBe(endsOn === today)
  }
  expect(await ask(api.public.withdraw, { body: proofOf(applied) })).toMatchObject({
    status: 409,
    body: { message: 'Your attachment has ended: there is nothing left to withdraw.' },
  })
})

test('an attachment that was broken off says so, and cannot be withdrawn', async () => {
  const { applied } = await placed()
  const broken = { brokenOffOn: '2097-01-20', brokenOffReason: 'A secret reason' }
  await changePlacement(applied, broken)

  const own = await status(applied)
  expect([own.canBeWithdrawn, own.placement.brokenOffOn, own.letters]).toEqual([
    false,
    '2097-01-20',
    [],
  ])
  const { status: code, body } = await ask(api.public.withdraw, { body: proofOf(applied) })
  expect([code, body.message]).toEqual([
    409,
    'Your attachment ended early: there is nothing left to withdraw.',
  ])
  expect((await status(applied)).standing).toBe('accepted')

  for (const [path, ended, day, nothing] of [
    [statusPage, 'Your attachment ended early', '20 January 2097', 'nothing left to withdraw'],
    [`/sw${statusPage}`, 'Mafunzo yako kazini yaliisha mapema', '20 Januari 2097', 'hakuna cha'],
  ] as const) {
    const text = await read(applied, path)
    expect(text).toContain(ended)
    expect(text).toContain(day)
    expect(text).not.toMatch(/secret|Withdraw my application|Ondoa maombi yangu|confirmed/)
    expect(await read(applied, path, { step: 'ask' })).toContain(ended)
    expect(await read(applied, path, { step: 'withdraw' })).toContain(nothing)
  }
})

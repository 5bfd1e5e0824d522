import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { addUser, choicesOf, startApi, submission } from '../support/api.ts'
import { inDays, intakeBody } from '../support/intakes.ts'

const { ask, token } = await startApi()
const choices = await choicesOf(ask)
const colleague = await addUser(ask, token, 'admin')

/** One record of each editable kind, and two changes to it. */
const kinds = [
  {
    one: 'institution',
    calls: api.institutions,
    input: { name: 'Chuo cha Pwani', county: 'Kilifi' },
    first: { county: 'Lamu' },
    second: { county: 'Kwale' },
  },
  {
    one: 'course',
    calls: api.courses,
    input: { name: 'Useremala', institution: choices.institution, certification: 'Others' },
    first: { name: 'Ushonaji' },
    second: { name: 'Uashi' },
  },
  {
    one: 'department',
    calls: api.departments,
    input: { name: 'Idara ya Bahari', code: 'BAH', headOfDepartment: '', description: '' },
    first: { code: 'BHR' },
    second: { description: 'Samaki' },
  },
  {
    one: 'user',
    calls: api.users,
    input: { name: 'Salim Omar', email: 'salim@example.org', role: 'user' },
    first: { name: 'Salim Ali' },
    second: { role: 'admin' },
  },
  {
    one: 'application',
    calls: api.attachments,
    input: submission(choices, { is_accepted: false, is_archived: false }),
    first: { first_name: 'Rehema' },
    second: { is_accepted: true },
  },
  {
    one: 'intake',
    calls: api.intakes,
    input: intakeBody(choices.department, 5, { name: 'Awamu ya Kwanza', opensAt: inDays(10) }),
    first: { name: 'Awamu ya Pili' },
    second: { answerDays: 14 },
  },
]

test.each(kinds)(
  'saving a stale $one is a conflict and overwrites nothing',
  async ({ one, calls, input, first, second }) => {
    const { body: opened } = await ask(calls.create, { token, body: input })
    const id = opened._id
    expect(opened.updatedAt).toBe(opened.createdAt)

    const saved = await ask(calls.update, { token, id, body: { ...opened, ...first } })
    expect(saved.status).toBe(200)
    expect(saved.body.updatedAt > opened.updatedAt).toBe(true)

    const late = await ask(calls.update, {
      token: colleague.token,
      id,
      body: { ...opened, ...second },
    })
    const sentence = `Somebody else has changed this ${one} since you opened it. Nothing was overwritten.`
    expect([late.status, late.body]).toEqual([
      409,
      { message: sentence, error: sentence, current: saved.body },
    ])
    expect((await ask(calls.get, { token, id })).body).toEqual(saved.body)

    const again = await ask(calls.update, { token, id, body: { ...saved.body, ...second } })
    expect([again.status, again.body]).toMatchObject([200, { ...first, ...second }])
  },
)

test.each(kinds)('of ten concurrent saves of one $one, one succeeds', async (kind) => {
  const { calls, input, first } = kind
  const { body: opened } = await ask(calls.create, {
    token,
    body: { ...input, name: `Mara moja ${kind.one}`, code: 'MARA', email: 'mara@example.org' },
  })
  const [field] = Object.keys(first) as [string]
  const changed = (index: number) =>
    field === 'county' ? ['Lamu', 'Kwale'][index % 2] : `Jina ${index}`
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      ask(calls.update, {
        token,
        id: opened._id,
        body: { ...opened, [field]: changed(index) },
      }),
    ),
  )
  const saved = answers.filter(({ status }) => status === 200)
  const late = answers.filter(({ status }) => status !== 200)

  expect(saved).toHaveLength(1)
  for (const { status, body } of late) {
    expect([status, body.current]).toEqual([409, saved[0]!.body])
  }
})

test('a decision between opening and saving is a conflict', async () => {
  const { body: opened } = await ask(api.attachments.create, { token, body: kinds[4]!.input })
  await ask(api.attachments.accept, { token: colleague.token, id: opened._id })
  const late = await ask(api.attachments.update, { token, id: opened._id, body: opened })

  expect([late.status, late.body.current.is_accepted]).toEqual([409, true])
})

test('a save without the expected version overwrites', async () => {
  const { body: opened } = await ask(api.institutions.create, {
    token,
    body: { name: 'Chuo Huru', county: 'Lamu' },
  })
  for (const county of ['Kwale', 'Kilifi']) {
    const body = { name: 'Chuo Huru', county }
    expect((await ask(api.institutions.update, { token, id: opened._id, body })).status).toBe(200)
  }
})

test('saving without a change keeps the time of the last change', async () => {
  const { body: opened } = await ask(api.attachments.create, { token, body: kinds[4]!.input })
  const saved = await ask(api.attachments.update, { token, id: opened._id, body: opened })

  expect(saved.body).toEqual(opened)
})

import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Message } from '../../contract/message/message.ts'
import { choicesOf, startApi } from '../support/api.ts'
import { intakeActors } from '../support/intakes.ts'

const { ask, token } = await startApi()
const choices = await choicesOf(ask)
const { accept, apply, create, decide, get, status } = intakeActors(ask, token, choices)

const plan = (id: string, planned: object | null) => decide({ ids: [id], planned })
const send = (ids: string[]) => ask(api.attachments.sendDecisions, { token, body: { ids } })

async function kindsOf(id: string) {
  const { body } = await ask(api.attachments.messages, { token, id })
  return (body as Message[]).map(({ kind }) => kind).toReversed()
}

const declined = { decline: { reason: 'dates', message: 'Next year, perhaps.' } }

test('a planned decision is seen by staff only, and sends nothing', async () => {
  const applied = await apply((await create(1))._id)
  const before = await status(applied)

  const { body } = await plan(applied._id, declined)

  expect(body.message).toBe('1 application planned')
  expect(await get(applied._id)).toMatchObject({ planned: declined, is_archived: false })
  expect(await status(applied)).toEqual(before)
  const credentials = { reference: applied.referenceId, contact: applied.email }
  const copy = await ask(api.public.ownAnswers, { body: credentials })
  expect(copy.text).not.toMatch(/planned|Next year|assignee/)
  expect(await kindsOf(applied._id)).toEqual(['received'])
  const query = { planned: 'true', q: applied.email }
  expect((await ask(api.attachments.list, { token, query })).body).toHaveLength(1)
})

test('planned decisions are previewed, sent together, and undone together', async () => {
  const { _id: intake } = await create(1)
  const all = [await apply(intake), await apply(intake), await apply(intake), await apply(intake)]
  const [first = '', second = '', third = '', fourth = ''] = all.map(({ _id }) => _id)
  const ids = [first, second, third, fourth]
  await plan(first, { is_accepted: true })
  await plan(second, declined)
  await plan(third, { waiting: true })

  const preview = await ask(api.attachments.previewDecisions, { token, body: { ids } })
  expect(preview.status).toBe(200)
  const subjects = preview.body.messages.map(({ subject }: { subject: string }) => subject)
  expect(subjects).toEqual([
    expect.stringContaining('A place for you: please answer by'),
    expect.stringContaining('A decision on your application'),
    expect.stringContaining('You are on the waiting list'),
  ])
  expect(preview.body.messages[1].text).toContain('Next year, perhaps.')
  expect(JSON.stringify(preview.body.messages)).not.toMatch(/\{\w+\}|undefined/)
  expect(await kindsOf(first)).toEqual(['received'])

  const { body } = await send(ids)
  expect(body.changed.toSorted()).toEqual([first, second, third].toSorted())
  expect(body.left).toEqual([fourth])
  expect(body.message).toBe('3 answers sent. 1 was left as it is: no decision is planned')
  expect(await get(first)).toMatchObject({ offer: { state: 'open' }, planned: null })
  expect(await get(second)).toMatchObject({ declined_reason: 'dates', planned: null })
  expect(await get(third)).toMatchObject({ waiting: { rank: 1, of: 1 }, planned: null })

  for (const part of body.undo) await decide(part)
  expect(await get(first)).toMatchObject({ offer: null, planned: { is_accepted: true } })
  expect(await get(second)).toMatchObject({ declined_reason: null, planned: declined })
  expect(await get(third)).toMatchObject({ waiting: null, planned: { waiting: true } })
})

test('a planned acceptance without a free place stays planned, and the preview says so', async () => {
  const { _id: intake } = await create(1)
  const [taken, planned] = [await apply(intake), await apply(intake)]
  await accept(taken._id)
  await plan(planned._id, { is_accepted: true })

  const body = { ids: [planned._id] }
  const preview = await ask(api.attachments.previewDecisions, { token, body })
  expect(preview.body.messages).toEqual([])
  expect(preview.body.warnings[0]).toContain('No free place is left for Zawadi')

  const sent = await send([planned._id])
  expect(sent.body).toMatchObject({ changed: [], left: [planned._id] })
  expect((await get(planned._id)).planned).toEqual({ is_accepted: true })
})

test('another decision removes a plan, an edit of the answers does not', async () => {
  const { _id } = await apply((await create(1))._id)
  await plan(_id, { waiting: true })
  const body = { ...(await get(_id)), first_name: 'Rehema' }
  await ask(api.attachments.update, { token, id: _id, body })
  expect((await get(_id)).planned).toEqual({ waiting: true })

  await accept(_id)

  expect((await get(_id)).planned).toBeNull()
  const refused = await plan(_id, declined)
  expect(refused.body).toMatchObject({ changed: [], left: [_id] })
  expect(refused.body.message).toContain('decided already')
})

test('a plan is removed, and a wrong one is refused', async () => {
  const { _id } = await apply((await create(1))._id)
  await plan(_id, { is_accepted: true })
  await plan(_id, null)
  expect((await get(_id)).planned).toBeNull()

  expect((await plan(_id, { is_accepted: false })).status).toBe(422)
  expect((await plan(_id, { decline: { reason: 'whim' } })).status).toBe(422)
})

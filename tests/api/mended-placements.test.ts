import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Placement } from '../../contract/intake/placement.ts'
import { checkIntakes } from '../../server/cli/doctor/check-intakes.ts'
import { mendedPlacements } from '../../server/database/migrations/0027-mended-placements.ts'
import { choicesOf, startApi } from '../support/api.ts'
import { intakeActors } from '../support/intakes.ts'

const { ask, db, token } = await startApi()
const choices = await choicesOf(ask)
const { accept, answer, apply, create, decide, get } = intakeActors(ask, token, choices)
const { body: departments } = await ask(api.public.departments)
const other: string = departments[1]._id

const findings = async () => (await checkIntakes(db, Date.now())).map(({ what }) => what)
const moved = /^Placements name another department or other days than a letter.*: 1 /

/** A person whose placement was moved to another department, and whose letter says so. */
async function movedWithLetter() {
  const applied = await apply((await create(1))._id)
  await accept(applied._id)
  await answer(applied, 'confirm')
  const list = async () => {
    const { body } = await ask(api.placements.list, { token, query: { application: applied._id } })
    return body[0] as Placement
  }
  const { supervisor: _, ...placement } = await list()
  const body = { ...placement, department: other, supervisor: null, supervisorName: 'Fatma Ali' }
  await ask(api.placements.update, { token, id: placement._id, body })
  const query = { kind: 'acceptance' }
  await ask(api.attachments.letter, { token, id: applied._id, query })
  return { applied, list, placement }
}

/** What an earlier version did to a placement. */
const change = (_id: string, columns: { department?: string; supervisorName?: null }) =>
  db.updateTable('placements').set(columns).where('_id', '=', _id).execute()

test('a placement that an earlier version moved back silently is reported, and restored', async () => {
  const { list, placement } = await movedWithLetter()
  const before = await list()
  expect(await findings()).toEqual([])
  await change(placement._id, { department: choices.department, supervisorName: null })
  expect(await findings()).toEqual([expect.stringMatching(moved)])

  await mendedPlacements.up(db)

  expect(await list()).toEqual(before)
  expect(await findings()).toEqual([])
})

test('a placement that staff moved with the application is reported and left to them', async () => {
  const { applied, list, placement } = await movedWithLetter()
  const update = async (department: string) => {
    const body = { ...(await get(applied._id)), department }
    return ask(api.attachments.update, { token, id: applied._id, body })
  }
  await decide({ ids: [applied._id], is_archived: true })
  const places = [choices.department, departments[2]._id].map((department) => ({
    department,
    places: 1,
  }))
  const { body: intake } = await ask(api.intakes.get, { token, id: applied.intake!._id })
  await ask(api.intakes.update, { token, id: intake._id, body: { ...intake, places } })
  expect((await update(departments[2]._id)).status).toBe(200)
  await change(placement._id, { department: departments[2]._id })

  await mendedPlacements.up(db)

  expect((await list()).department?._id).toBe(departments[2]._id)
  expect(await findings()).toEqual([expect.stringMatching(moved)])
  const { supervisor: _, ...now } = await list()
  const body = { ...now, department: departments[2]._id, supervisor: null, supervisorName: 'Omari' }
  await ask(api.placements.update, { token, id: now._id, body })
  expect(await findings()).toEqual([])
})

test('people who share an order on a waiting list are reported, and a move separates them', async () => {
  const { _id: intake } = await create(1)
  const ids = [await apply(intake), await apply(intake), await apply(intake)].map(({ _id }) => _id)
  await decide({ ids, waiting: true })
  expect(await findings()).toEqual([])
  await db.updateTable('attachments').set({ waitingOrder: 5 }).where('_id', 'in', ids).execute()
  for (const [index, _id] of ids.entries()) {
    const createdAt = new Date(Date.parse('2026-03-01T06:00:00Z') + index).toISOString()
    await db.updateTable('attachments').set({ createdAt }).where('_id', '=', _id).execute()
  }
  expect(await findings()).toEqual([expect.stringMatching(/^People share their place .*: 3 /)])

  for (const id of [ids[2]!, ids[1]!]) {
    await ask(api.attachments.rank, { token, id, body: { rank: 1 } })
  }
  expect(await findings()).toEqual([])
})

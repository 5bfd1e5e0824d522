import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { ranksOf } from '../../server/services/intakes/waiting-list.ts'
import { addMadeUpApplications, choicesOf, startApi } from '../support/api.ts'
import { intakeActors } from '../support/intakes.ts'
import { hasLocks } from '../support/locks.ts'

const { ask, db, token } = await startApi()
const { department } = await choicesOf(ask)

const { create, decide } = intakeActors(ask, token, await choicesOf(ask))

/** Ids on a new waiting list, in the order of arrival. `times` are milliseconds after the first. */
async function waitingList(times: number[]) {
  const { _id: intake } = await create(1)
  const first = Date.parse('2026-08-03T06:00:00.123Z')
  const rows = await addMadeUpApplications(db, times.length, (_row, index) => ({
    intake,
    department,
    createdAt: new Date(first + times[index]!).toISOString(),
    waitingOrder: first + times[index]!,
    is_accepted: false,
    is_archived: false,
    email: `${randomUUID()}@example.org`,
  }))
  return rows
    .toSorted((a, b) => a.waitingOrder! - b.waitingOrder! || (a._id < b._id ? -1 : 1))
    .map(({ _id }) => _id)
}

const move = (id: string, rank: number | null) =>
  ask(api.attachments.rank, { token, id, body: { rank } })

/** The ids of a list in the order of their ranks. Those off the list are left out. */
async function order(ids: string[]) {
  const ranks = [...(await ranksOf(db, ids))].map(([id, { rank }]) => ({ id, rank }))
  return ranks.toSorted((a, b) => a.rank - b.rank).map(({ id }) => id)
}

/** The list after a move, as it should be. */
function moved(list: string[], id: string, index: number) {
  return list.filter((other) => other !== id).toSpliced(index, 0, id)
}

/** The undo of taking somebody off the list, and the list `before`, unless somebody moved since. */
interface Undo {
  body: object
  id: string
  before?: string[]
}

const arrivals = fc.array(fc.constantFrom(0, 0, 0, 1, 2, 60_000), { minLength: 3, maxLength: 6 })
const anyone = fc.nat({ max: 5 })
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ move: anyone, rank: fc.integer({ min: 1, max: 6 }) }) },
    fc.record({ lastToSecond: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ toArrival: anyone }),
    fc.record({ takeOff: anyone }),
    fc.constant('undo' as const),
  ),
  { maxLength: 12 },
)

test('any moves, returns to arrival and undos give the asked ranks and keep the others', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, steps, async (times, actions) => {
      const arrived = await waitingList(times)
      let list = arrived
      let undos: Undo[] = []
      const idAt = (index: number) => list[index % list.length]!
      const moveAndCheck = async (id: string, rank: number | null, index: number) => {
        expect((await move(id, rank)).body.waiting.rank).toBe(Math.min(index + 1, list.length))
        const after = moved(list, id, index)
        // An undo puts somebody back exactly where nobody has moved meanwhile.
        if (after.join() !== list.join())
          undos = undos.map(({ body, id: person }) => ({ body, id: person }))
        list = after
        expect(await order(arrived)).toEqual(list)
      }
      const undoAndCheck = async ({ body, id, before }: Undo) => {
        await decide(body)
        const now = await order(arrived)
        expect([now.filter((other) => other !== id), before ?? now]).toEqual([list, now])
        list = now
      }
      for (const action of actions) {
        if (action === 'undo') {
          const undo = undos.pop()
          if (undo) await undoAndCheck(undo)
        } else if ('takeOff' in action) {
          if (list.length < 3) continue
          const [id, before] = [idAt(action.takeOff), list]
          const { body } = await decide({ ids: [id], waiting: false })
          undos.push({ body: body.undo[0], id, before })
          list = list.filter((other) => other !== id)
        } else if ('toArrival' in action) {
          const id = idAt(action.toArrival)
          const earlier = arrived.slice(0, arrived.indexOf(id))
          await moveAndCheck(id, null, earlier.filter((other) => list.includes(other)).length)
        } else if ('lastToSecond' in action) {
          for (let n = 0; n < action.lastToSecond; n++) await moveAndCheck(list.at(-1)!, 2, 1)
        } else {
          await moveAndCheck(idAt(action.move), action.rank, action.rank - 1)
        }
      }
    }),
    { numRuns: 15 },
  )
})

test('a burst of people is ordered by merit, the best first', async () => {
  const arrived = await waitingList(Array.from({ length: 40 }, (_, index) => index >> 3))
  const merit = arrived.toReversed()

  for (const [index, id] of merit.entries()) await move(id, index + 1)

  expect(await order(arrived)).toEqual(merit)
})

test.runIf(hasLocks)('moves at the same moment have the result of some order of them', async () => {
  for (let round = 0; round < 12; round++) {
    const list = await waitingList([0, 1000, 2000, 3000, 4000, 5000])
    const [a, b, c] = [list[5]!, list[4]!, list[0]!]
    const moves: [id: string, rank: number][] = [
      [a, 2],
      [b, 2],
      [c, 4],
    ]
    await Promise.all(moves.map(([id, rank]) => move(id, rank)))

    const possible = permutations(moves).map((some) =>
      some.reduce((now, [id, rank]) => moved(now, id, rank - 1), list).join(),
    )
    expect(possible).toContain((await order(list)).join())
  }
})

function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}

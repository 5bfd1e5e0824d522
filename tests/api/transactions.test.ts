import { afterAll, expect, test } from 'vitest'

import { inTransaction } from '../../server/database/transaction.ts'
import { openDatabase } from '../../server/database/open.ts'
import { newRecord } from '../../server/services/ids.ts'
import { startApi } from '../support/api.ts'
import { newLocation } from '../support/app.ts'
import { hasLocks } from '../support/locks.ts'

const place = await newLocation()
const { db } = await startApi({}, { place: Promise.resolve(place) })

const elsewhere = openDatabase(place).db
afterAll(() => elsewhere.destroy())

/** Inserts an entry into the history and answers its id. */
const addEntry = (fails = false) =>
  inTransaction(db, async (transaction) => {
    const record = newRecord()
    await transaction
      .insertInto('history')
      .values({
        ...record,
        action: 'export',
        user: null,
        entity: null,
        record: null,
        fields: null,
        count: 1,
      })
      .execute()
    if (fails) throw new Error('on purpose')
    return record._id
  })

/** The ids in the history, read over another connection. */
const storedIds = async () => {
  const rows = await elsewhere.selectFrom('history').select('_id').execute()
  return new Set(rows.map(({ _id }) => _id))
}

test.runIf(hasLocks)('both of two deadlocked transactions commit in the end', async () => {
  const rows = await db.selectFrom('departments').select('_id').limit(2).execute()
  const { promise: bothHaveBegun, resolve } = Promise.withResolvers<void>()
  let begun = 0
  const rename = (ids: string[], code: string) =>
    inTransaction(db, async (transaction) => {
      for (const [index, _id] of ids.entries()) {
        await transaction
          .updateTable('departments')
          .set({ code: `${code}${index}` })
          .where('_id', '=', _id)
          .execute()
        if (index === 0 && ++begun === 2) resolve()
        await bothHaveBegun
      }
      return code
    })
  const ids = rows.map(({ _id }) => _id)
  const done = await Promise.all([rename(ids, 'MOJA'), rename(ids.toReversed(), 'MBILI')])

  expect(done).toEqual(['MOJA', 'MBILI'])
  // The one that begins anew may be fast enough to take its first lock again before the other gets it.
  expect(begun, 'one of them began anew').toBeGreaterThanOrEqual(3)
})

test('a transaction that fails changes nothing and rejects with its error', async () => {
  const departments = () => db.selectFrom('departments').selectAll().execute()
  const before = await departments()
  const failing = inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('departments').execute()
    throw new Error('on purpose')
  })

  await expect(failing).rejects.toThrow('on purpose')
  expect(await departments()).toEqual(before)
})

test('transactions that fail in a group commit undo nothing of the others', async () => {
  const before = await storedIds()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 150 }, (_, index) => addEntry(index % 50 === 7)),
  )
  const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))

  expect(done).toHaveLength(147)
  expect(await storedIds()).toEqual(new Set([...before, ...done]))
})

test('every transaction of a group commit is stored before one is acknowledged', async () => {
  const entries = Array.from({ length: 100 }, async () => {
    const _id = await addEntry()
    return (await storedIds()).has(_id)
  })

  expect(new Set(await Promise.all(entries))).toEqual(new Set([true]))
})

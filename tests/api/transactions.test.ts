import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { inTransaction } from '../../server/database/transaction.ts'
import { startApi } from '../support/api.ts'

const { db } = await startApi()

test('of two transactions that wait for each other both are done in the end', async () => {
  const rows = await db.selectFrom('departments').select('_id').limit(2).execute()
  const rename = (ids: string[], code: string) =>
    inTransaction(db, async (transaction) => {
      for (const [index, _id] of ids.entries()) {
        await transaction
          .updateTable('departments')
          .set({ code: `${code}${index}` })
          .where('_id', '=', _id)
          .execute()
        await sleep(50)
      }
      return code
    })
  const ids = rows.map(({ _id }) => _id)
  const done = await Promise.all([rename(ids, 'MOJA'), rename(ids.toReversed(), 'MBILI')])

  expect(done).toEqual(['MOJA', 'MBILI'])
})

test('a transaction that fails leaves nothing, and its error is told', async () => {
  const count = () => db.selectFrom('departments').selectAll().execute()
  const before = await count()
  const failing = inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('departments').execute()
    throw new Error('on purpose')
  })

  await expect(failing).rejects.toThrow('on purpose')
  expect(await count()).toEqual(before)
})

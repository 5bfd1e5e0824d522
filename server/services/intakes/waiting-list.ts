import { sql, type Transaction } from 'kysely'

import type { Waiting } from '../../../contract/offer.ts'
import { anyOf } from '../../database/prepared.ts'
import type { Database, Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { DomainError, notFound } from '../domain-error.ts'
import { recordHistory } from '../history.ts'
import { lockRecord } from '../optimistic-lock.ts'

// The waiting list of an intake and department. Its order is the column `waitingOrder`: the time of
// arrival in milliseconds, until staff move an application.

/** The ranks of applications on their waiting lists. Ids that do not wait are left out. */
export async function ranksOf(db: Database, ids: string[]) {
  if (ids.length === 0) return new Map<string, Waiting>()
  const isAsked = anyOf(db, '_id', ids)
  // One pass over each list, however many of its applications are asked for.
  const { rows } = await sql<Waiting & { _id: string }>`
    select _id, rank, "of" from (
      select _id,
        row_number() over (partition by intake, department order by "waitingOrder", _id) as rank,
        count(*) over (partition by intake, department) as "of"
      from attachments
      where "waitingOrder" is not null and (intake, department) in (
        select intake, department from attachments
        where ${isAsked} and "waitingOrder" is not null)
    ) ranked where ${isAsked}`.execute(db)
  return new Map(rows.map(({ _id, rank, of }) => [_id, { rank, of }]))
}

/** Moves an application to a rank of its waiting list; null: to the rank of its arrival. */
export function moveTo(db: Database, _id: string, rank: number | null, by: string) {
  return inTransaction(db, async (transaction) => {
    const stored = await lockRecord(transaction, 'attachments', _id)
    if (!stored) return notFound('application')
    const { waitingOrder, intake, department, createdAt } = stored
    if (waitingOrder === null || intake === null || department === null) {
      return new DomainError('conflict', 'This application is not on the waiting list.')
    }
    const order =
      rank === null
        ? Date.parse(createdAt)
        : await orderAt(transaction, { _id, intake, department }, rank)
    await transaction
      .updateTable('attachments')
      .set({ waitingOrder: order })
      .where('_id', '=', _id)
      .execute()
    await recordHistory(transaction, {
      action: 'move',
      entity: 'attachment',
      record: _id,
      user: by,
    })
    return undefined
  })
}

/** The order halfway between the neighbours of a rank, so that the others keep theirs. */
async function orderAt(
  transaction: Transaction<Tables>,
  moved: { _id: string; intake: string; department: string },
  rank: number,
) {
  const neighbours = await transaction
    .selectFrom('attachments')
    .select('waitingOrder')
    .where('intake', '=', moved.intake)
    .where('department', '=', moved.department)
    .where('waitingOrder', 'is not', null)
    .where('_id', '<>', moved._id)
    .orderBy('waitingOrder')
    .orderBy('_id')
    .limit(rank === 1 ? 1 : 2)
    .offset(Math.max(0, rank - 2))
    .execute()
  const [first, second] = neighbours.map(({ waitingOrder }) => waitingOrder!)
  if (rank === 1) return first === undefined ? 0 : first - step
  if (first === undefined) return (await lastOrder(transaction, moved)) + step
  return second === undefined ? first + step : (first + second) / 2
}

async function lastOrder(
  transaction: Transaction<Tables>,
  { _id, intake, department }: { _id: string; intake: string; department: string },
) {
  const { last } = await transaction
    .selectFrom('attachments')
    .select(({ fn }) => fn.max('waitingOrder').as('last'))
    .where('intake', '=', intake)
    .where('department', '=', department)
    .where('waitingOrder', 'is not', null)
    .where('_id', '<>', _id)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** The distance from the first or the last of a list, in milliseconds. */
const step = 60_000

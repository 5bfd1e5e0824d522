import { sql } from 'kysely'

import type { Waiting } from '../../../contract/intake/offer.ts'
import { anyOf } from '../../database/prepared.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { notFound, conflict } from '../domain-error.ts'
import { recordHistory, eventOn } from '../history.ts'
import { updateRows, findRow } from '../rows.ts'

// The waiting list of an intake and department. Its order is the column `waitingOrder`: the time of
// arrival in milliseconds, until staff move an application. Applications of the same order follow by id.

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

/**
 * Moves an application to a rank of its waiting list; null: to the rank of its arrival. The others keep
 * their order. Row locks on the whole list let one move at a time read and write it.
 */
export function moveTo(db: Database, _id: string, rank: number | null, by: string) {
  return inTransaction(db, async (transaction) => {
    const stored = await findRow(transaction, 'attachments', { _id })
    if (!stored) return notFound('application')
    const list = await lockList(transaction, stored)
    const moved = list.find((row) => row._id === _id)
    if (!moved) return conflict('This application is not on the waiting list.')
    const others = list.filter((row) => row !== moved)
    const index = rank === null ? arrivalIndex(others, moved) : Math.min(rank - 1, others.length)
    if (list[index] === moved) return undefined
    for (const { _id: changedId, waitingOrder } of ordersAfterMove(others, moved, index)) {
      await updateRows(transaction, 'attachments', { _id: changedId }, { waitingOrder })
    }
    await recordHistory(transaction, { action: 'move', ...eventOn('attachment', _id, by) })
    return undefined
  })
}

interface WaitingRow {
  _id: string
  waitingOrder: number
  createdAt: string
}

/** Reads a waiting list in its order, and locks its rows until the transaction ends. */
async function lockList(
  transaction: Transaction,
  { intake, department }: { intake: string | null; department: string | null },
): Promise<WaitingRow[]> {
  const rows = await transaction
    .selectFrom('attachments')
    .select(['_id', 'createdAt', sql<number>`"waitingOrder"`.as('waitingOrder')])
    .where('intake', '=', intake)
    .where('department', '=', department)
    .where('waitingOrder', 'is not', null)
    // Row locks in the order that bulk decisions use: the two cannot deadlock.
    .orderBy('_id')
    .forUpdate()
    .execute()
  return rows.toSorted(compareOrders)
}

/** The index of an application in its list if all were in the order of arrival. */
function arrivalIndex(others: WaitingRow[], moved: WaitingRow) {
  const arrival = withArrivalOrder(moved)
  return others.filter((row) => compareOrders(withArrivalOrder(row), arrival) < 0).length
}

/**
 * The new orders that put an application at an index among the others. Its own is the time of arrival if
 * that fits, else the middle between its neighbours. If no number is between them, the rows behind are
 * pushed back as far as needed.
 */
function ordersAfterMove(others: WaitingRow[], moved: WaitingRow, index: number) {
  const behind = others.slice(index)
  const [before, after] = [others.slice(0, index).at(-1), behind[0]]
  const fits = (row: WaitingRow) =>
    (!before || compareOrders(before, row) < 0) && (!after || compareOrders(row, after) < 0)
  const arrival = withArrivalOrder(moved)
  if (fits(arrival)) return [arrival]
  if (!before || !after) {
    const waitingOrder = before ? before.waitingOrder + endGap : after!.waitingOrder - endGap
    return [{ ...moved, waitingOrder }]
  }
  const middle = (before.waitingOrder + after.waitingOrder) / 2
  if (before.waitingOrder < middle && middle < after.waitingOrder) {
    return [{ ...moved, waitingOrder: middle }]
  }
  let last = before.waitingOrder
  const pushed: WaitingRow[] = []
  for (const row of [moved, ...behind]) {
    if (row !== moved && row.waitingOrder > last) break
    last += pushGap
    pushed.push({ ...row, waitingOrder: last })
  }
  return pushed
}

function withArrivalOrder(row: WaitingRow): WaitingRow {
  return { ...row, waitingOrder: Date.parse(row.createdAt) }
}

/** Compares as `order by "waitingOrder", _id` does. */
function compareOrders(a: WaitingRow, b: WaitingRow) {
  return a.waitingOrder - b.waitingOrder || (a._id < b._id ? -1 : 1)
}

/** The distance of an application that is moved to an end from its neighbour, in milliseconds. */
const endGap = 60_000

/** The distance between pushed rows, in milliseconds. A burst of submissions stays in its second. */
const pushGap = 1 / 64

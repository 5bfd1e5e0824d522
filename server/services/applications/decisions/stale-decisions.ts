import type { Transaction } from 'kysely'

import { historyActions, historyKinds } from '../../../../contract/history.ts'
import type { Tables } from '../../../database/tables.ts'
import { isStale } from '../../optimistic-lock.ts'
import type { Change } from './decision-state.ts'

/**
 * The ids of applications that have changed since the user read them, and whose latest change was
 * made by another user. `seenVersions` has the `updatedAt` that the user read, by id.
 */
export async function staleFor(
  transaction: Transaction<Tables>,
  changes: Change[],
  seenVersions: Record<string, string | undefined>,
  by: string | undefined,
) {
  const ids = changes
    .filter(({ before }) => isStale({ updatedAt: seenVersions[before._id] }, before))
    .map(({ before }) => before._id)
  if (ids.length === 0) return new Set<string>()
  const events = await transaction
    .selectFrom('history')
    .select(['record', 'user'])
    .where('record', 'in', ids)
    .where('action', 'not in', actionsWithoutChange)
    .orderBy('_id')
    .execute()
  const latest = new Map(events.map(({ record, user }) => [record, user]))
  return new Set(ids.filter((_id) => latest.get(_id) !== by))
}

const actionsWithoutChange = historyActions.filter((action) => !historyKinds[action].changesRecord)

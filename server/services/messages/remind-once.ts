import type { MessageKind } from '../../../contract/message/message.ts'
import { anyOf } from '../../database/prepared.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { hasRow } from '../rows.ts'
import { enqueueMessage } from './outbox.ts'

interface Reminder {
  kind: MessageKind
  about: string
}

/** Queues a reminder, unless there was one with the same `about`. Returns whether it has. */
export async function remindOnce(
  transaction: Transaction,
  attachment: string,
  { kind, about }: Reminder,
) {
  if (await hasRow(transaction, 'outbox', { attachment, kind, about })) return false
  await enqueueMessage(transaction, kind, [attachment], about)
  return true
}

/**
 * The applications with a reminder that is due and was not queued yet. One query without locks: most runs of
 * a job find nobody. `remindOnce` checks again.
 */
export async function notYetReminded<Row extends { _id: string }>(
  db: Database,
  applications: readonly Row[],
  reminderOf: (application: Row) => Reminder | undefined,
) {
  const due = applications.flatMap((row) => {
    const reminder = reminderOf(row)
    return reminder ? [{ _id: row._id, key: keyOf({ attachment: row._id, ...reminder }) }] : []
  })
  if (due.length === 0) return []
  const ids = due.map(({ _id }) => _id)
  const queued = await db
    .selectFrom('outbox')
    .select(['attachment', 'kind', 'about'])
    .where(anyOf(db, 'attachment', ids))
    .execute()
  const keys = new Set(queued.map(keyOf))
  return due.filter(({ key }) => !keys.has(key))
}

function keyOf({
  attachment,
  kind,
  about,
}: Record<'attachment' | 'kind' | 'about', string | null>) {
  return [attachment, kind, about].join()
}

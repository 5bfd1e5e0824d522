import type { MessageKind } from '../../../contract/message/message.ts'
import type { Transaction } from '../../database/tables.ts'
import { hasRow } from '../rows.ts'
import { enqueueMessage } from './outbox.ts'

/** Queues a reminder, unless there was one with the same `about`. Returns whether it has. */
export async function remindOnce(
  transaction: Transaction,
  attachment: string,
  { kind, about }: { kind: MessageKind; about: string },
) {
  if (await hasRow(transaction, 'outbox', { attachment, kind, about })) return false
  await enqueueMessage(transaction, kind, [attachment], about)
  return true
}

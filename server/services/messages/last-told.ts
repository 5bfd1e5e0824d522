import {
  messageDeclarations,
  messageKinds,
  type MessageKind,
} from '../../../contract/message/message.ts'
import type { Database, OutboxTable } from '../../database/tables.ts'

// The column `last_told`: the status of an application that the latest message told the applicant.

/** Kinds of messages that tell a status of the application. */
export const statusKinds = messageKinds.filter(
  (kind) => messageDeclarations[kind].toldStatus !== null,
)

/** Kinds of messages about decisions of staff, who can undo a decision before the message is sent. */
export const decisionKinds = statusKinds.filter((kind) => !isImmediate(kind))

/** Whether staff cannot undo what the message tells: the applicant or the time has decided. */
export function isImmediate(kind: MessageKind) {
  return 'isImmediate' in messageDeclarations[kind]
}

/**
 * The value of `last_told` after a message: the status that it tells. For a decline, the value also
 * has the digest `about`, so that declines with different reasons or words differ. For an offer, it
 * has the time to answer by.
 */
export function toldStatusOf({ kind, about }: Pick<OutboxTable, 'kind' | 'about'>) {
  const { toldStatus } = messageDeclarations[kind]
  return toldStatus !== null && about !== null ? `${toldStatus} ${about}` : toldStatus
}

/**
 * Stores the status that a message has told the applicant, or may have told. `last_told` does not
 * change if the applicant has withdrawn the application.
 */
export async function storeLastTold(
  db: Database,
  { attachment, ...message }: Pick<OutboxTable, 'attachment' | 'kind' | 'about'>,
) {
  const last_told = toldStatusOf(message)
  if (last_told === null) return
  let update = db.updateTable('attachments').set({ last_told }).where('_id', '=', attachment)
  if (message.kind !== 'withdrawn') update = update.where('withdrawnAt', 'is', null)
  await update.execute()
}

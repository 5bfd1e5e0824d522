import { messageDeclarations, messageKinds, type MessageKind } from '../../../contract/message.ts'
import type { Database, OutboxTable } from '../../database/tables.ts'

// Column `last_told`: the status of an application that its applicant was last told by e-mail.

/** Kinds that change what the applicant believes. */
export const statusKinds = messageKinds.filter((kind) => messageDeclarations[kind].tells !== null)

/**
 * Kinds that staff can undo before they are sent. A withdrawal is none of them: its applicant knows
 * of it without an e-mail.
 */
export const decisionKinds = statusKinds.filter((kind) => !isWithdrawal(kind))

export function isWithdrawal(kind: MessageKind) {
  return messageDeclarations[kind].tells === 'withdrawn'
}

/** The value for `last_told`. Two declines with different reasons or words differ. */
export function toldBy({ kind, about }: Pick<OutboxTable, 'kind' | 'about'>) {
  const { tells } = messageDeclarations[kind]
  return tells !== null && about !== null ? `${tells} ${about}` : tells
}

/**
 * Stores the status that a message has told, or may have told. An applicant who has withdrawn
 * meanwhile knows better.
 */
export async function storeLastTold(
  db: Database,
  { attachment, ...message }: Pick<OutboxTable, 'attachment' | 'kind' | 'about'>,
) {
  const last_told = toldBy(message)
  if (last_told === null) return
  let update = db.updateTable('attachments').set({ last_told }).where('_id', '=', attachment)
  if (!isWithdrawal(message.kind)) update = update.where('withdrawnAt', 'is', null)
  await update.execute()
}

import {
  messageDeclarations,
  messageKinds,
  type MessageKind,
  type MessageState,
} from '../../../contract/message.ts'
import type { Database, OutboxTable } from '../../database/tables.ts'

/** Kinds of e-mails that tell a status of the application. */
export const statusKinds = messageKinds.filter(
  (kind) => messageDeclarations[kind].toldStatus !== null,
)

/**
 * Kinds of e-mails about decisions of staff, who can undo a decision before the e-mail is sent. The
 * e-mail about a withdrawal is excluded: the applicant knows about the withdrawal already.
 */
export const decisionKinds = statusKinds.filter((kind) => !isWithdrawal(kind))

export function isWithdrawal(kind: MessageKind) {
  return messageDeclarations[kind].toldStatus === 'withdrawn'
}

/**
 * The status that a message tells. For a decline it also has the digest `about`, so that declines
 * with different reasons or words differ.
 */
export function toldStatusOf({ kind, about }: Pick<OutboxTable, 'kind' | 'about'>) {
  const { toldStatus } = messageDeclarations[kind]
  return toldStatus !== null && about !== null ? `${toldStatus} ${about}` : toldStatus
}

/**
 * The status that each applicant was last told, by application. An application without messages
 * about its status is left out. A withdrawal counts as told, because the applicant made it.
 */
export async function lastToldStatuses(db: Database, ids: readonly string[]) {
  const messages = await db
    .selectFrom('outbox')
    .select(['attachment', 'kind', 'about', 'state'])
    .where('attachment', 'in', ids)
    .where('kind', 'in', statusKinds)
    .orderBy('_id')
    .execute()
  const lastTold = new Map<string, string>()
  for (const { attachment, state, ...message } of messages) {
    if (!lastTold.has(attachment)) lastTold.set(attachment, statusBefore(message.kind))
    if (isWithdrawal(message.kind) || toldStates.has(state)) {
      lastTold.set(attachment, toldStatusOf(message)!)
    }
  }
  return lastTold
}

/** States of messages that the applicant has, or may have. */
const toldStates = new Set<MessageState>(['sending', 'sent', 'unsure'])

/** The status before the first message, which staff may have told the applicant in other ways. */
function statusBefore(kind: MessageKind) {
  if (kind === 'revoked') return 'accepted'
  return kind === 'undeclined' || kind === 'brought back' ? 'declined' : 'pending'
}

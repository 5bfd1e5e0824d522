import type { OwnPaper } from '../../../../contract/application/own-application.ts'
import { swallowOutage } from '../../../database/connection-errors.ts'
import type { AttachmentsTable, Transaction } from '../../../database/tables.ts'
import { changeOwn } from '../own-applications.ts'
import {
  attachUploads,
  detachUploads,
  findFreeUploads,
  hasSameFile,
} from '../../documents/documents.ts'
import { refundUploads } from '../../documents/upload-rows.ts'
import { PublicError, publicConflict } from '../../domain-error.ts'
import { eventOn, recordHistory } from '../../history.ts'
import type { LimitedAccess } from '../../rate-limiter.ts'
import { hasRow } from '../../rows.ts'
import { hashToken } from '../../tokens.ts'
import { papersOf } from '../../papers/papers.ts'

type Sent = Pick<OwnPaper, 'purpose' | 'document'>

/** Takes a paper from an applicant, in place of an earlier one that is not accepted. */
export async function sendPaper(
  access: LimitedAccess,
  { purpose, document, ...credentials }: OwnPaper,
  address: string,
) {
  const sent = await changeOwn(access, credentials, address, (transaction, stored) =>
    storePaper(transaction, stored, { purpose, document }),
  )
  if (!(sent instanceof PublicError)) {
    await refundUploads(access.limiter, address, 1).catch(swallowOutage)
  }
  return sent
}

/**
 * Stores a paper of a locked application. A repeat changes nothing: one with the same upload key, or of
 * the same file while staff have not looked at it. Without scripts, each tap uploads the file anew.
 */
async function storePaper(
  transaction: Transaction,
  { _id, intake }: AttachmentsTable,
  { purpose, document }: Sent,
): Promise<PublicError | undefined> {
  const keyHash = hashToken(document)
  if (await hasRow(transaction, 'documents', { attachment: _id, keyHash, purpose }))
    return undefined
  // The row lock lets staff remove no kind of paper while one arrives.
  await transaction
    .selectFrom('intake_papers')
    .select('purpose')
    .where('intake', '=', intake)
    .where('purpose', '=', purpose)
    .forShare()
    .execute()
  const papers = (await papersOf(transaction, [_id]))(_id)
  const asked = papers.filter(({ dueOn }) => dueOn !== null)
  const paper = asked.find((one) => one.purpose === purpose)
  if (asked.length === 0) {
    return publicConflict('We ask for no papers in this application at the moment.')
  }
  if (!paper) {
    return publicConflict('We do not ask for this paper. There is nothing for you to send.')
  }
  if (paper.state === 'accepted') {
    return publicConflict('We have accepted this paper already, so it cannot be replaced.')
  }
  const sent = { attachment: _id, purpose, keyHash }
  if (paper.state === 'sent' && (await hasSameFile(transaction, sent))) return undefined
  const uploads = await findFreeUploads(transaction, [{ field: 'document', purpose, keyHash }])
  if (uploads instanceof PublicError) return uploads
  await addPaper(transaction, _id, { purpose, document: uploads[0]! })
  await recordHistory(transaction, {
    action: 'send paper',
    ...eventOn('attachment', _id),
    fields: [purpose],
  })
  return undefined
}

/** Makes an upload the paper of an application, which has to be checked anew. */
export async function addPaper(
  transaction: Transaction,
  attachment: string,
  { purpose, document }: Sent,
) {
  await detachUploads(transaction, { attachment, purpose })
  await attachUploads(transaction, attachment, [document])
  const state = { document, state: 'sent' as const, reason: null, validUntil: null }
  await transaction
    .insertInto('papers')
    .values({ attachment, purpose, ...state })
    .onConflict((conflict) => conflict.columns(['attachment', 'purpose']).doUpdateSet(state))
    .execute()
}

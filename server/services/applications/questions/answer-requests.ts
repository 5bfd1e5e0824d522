import {
  type IntakeQuestion,
  questionsLinkPath,
} from '../../../../contract/intake/intake-questions.ts'
import type { OneTimeLink } from '../../../../contract/one-time-link.ts'
import { swallowOutage } from '../../../database/connection-errors.ts'
import type {
  AttachmentsTable,
  Database,
  OutboxTable,
  Transaction,
} from '../../../database/tables.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { attachUploads, findFreeUploads } from '../../documents/documents.ts'
import { judgeAnswers } from '../../documents/judge-extra.ts'
import { refundUploads } from '../../documents/upload-rows.ts'
import { conflict, type DomainError, notFound, PublicError } from '../../domain-error.ts'
import { readExtra, writeExtra } from '../../extra-column.ts'
import { eventOn, recordHistory } from '../../history.ts'
import { now } from '../../ids.ts'
import { newLink, type Reach, requestByLink } from '../../messages/request-by-link.ts'
import { findRepeated, linkUse, rememberUse } from '../../documents/used-links.ts'
import { lockRecord, overwrite } from '../../optimistic-lock.ts'
import { reindexExtra } from '../../questions/extra-values.ts'
import { setsOfIntake } from '../../questions/question-sets.ts'
import { missingOf, countMissing } from '../../questions/shown-extra.ts'
import type { LimitedAccess } from '../../rate-limiter.ts'
import { deleteRows, findRow } from '../../rows.ts'
import { renewExtraText } from '../../search-texts.ts'
import { hashToken } from '../../tokens.ts'
import type { ApplicantCredentials } from '../../../../contract/application/own-application.ts'
import { findOwnApplication } from '../applicant-credentials.ts'

/** Asks the applicant for missing answers. The answer has a one-time link for staff to hand over. */
export function requestAnswers(
  db: Database,
  _id: string,
  by: string,
  reach: Reach,
): Promise<OneTimeLink | DomainError> {
  return inTransaction(db, async (transaction) => {
    const application = await lockRecord(transaction, 'attachments', _id)
    if (!application) return notFound('application')
    const { missing } = await findMissing(transaction, application)
    if (missing.length === 0) return conflict('No required answer of this application is missing.')
    await recordHistory(transaction, {
      action: 'request answers',
      ...eventOn('attachment', _id, by),
    })
    const request = {
      kind: 'answers_requested',
      about: _id,
      createLink: createAnswersLink,
      pathOf: questionsLinkPath,
    } as const
    return requestByLink(transaction, application, request, reach)
  })
}

/** Creates a one-time link to give missing answers. Earlier links stay valid until one is used. */
export async function createAnswersLink(db: Database, attachment: string) {
  const { token, tokenHash, expiresAt } = newLink()
  await db.insertInto('question_links').values({ tokenHash, attachment, expiresAt }).execute()
  return { token, expiresAt }
}

/** Whether a message asks for answers of which none is missing any more. */
export async function isAnswersRequestOutdated(
  db: Database,
  { attachment }: Pick<OutboxTable, 'attachment'>,
) {
  const row = await findRow(db, 'attachments', { _id: attachment })
  return !row || (await findMissing(db, row)).missing.length === 0
}

/** The request behind a link. */
interface RequestedAnswers {
  referenceId: string
  /** The page behind the link names the applicant only by the first name. */
  firstName: string
  /** The missing ones, all of them required. */
  questions: IntakeQuestion[]
}

/** Reads what a link asks for. Reading does not use the link up. */
export async function readAnswersRequest(
  db: Database,
  token: string,
): Promise<RequestedAnswers | PublicError> {
  const attachment = await findLink(db, token)
  const row = attachment && (await findRow(db, 'attachments', { _id: attachment }))
  if (!row) return usedLink()
  const { missing: questions } = await findMissing(db, row)
  if (questions.length === 0) return usedLink()
  return { referenceId: row.referenceId, firstName: row.first_name, questions }
}

/**
 * Stores missing answers by means of a link, which is used up. `sent` has the answers by the id of the
 * question; those to other questions are ignored, because staff may have changed the questions since. A
 * repeat changes nothing and gets the same answer.
 */
export async function answerByLink(
  { db, limiter }: LimitedAccess,
  token: string,
  sent: Record<string, unknown>,
  address: string,
): Promise<{ referenceId: string } | PublicError> {
  const use = await linkUse(db, token, sent)
  const stored = await inTransaction(db, async (transaction) => {
    const _id = await findLink(transaction, token)
    const row = _id && (await lockRecord(transaction, 'attachments', _id))
    // Another request may have used the link before the row was locked.
    if (!row || !(await findLink(transaction, token))) return usedLink()
    const { newest, missing } = await findMissing(transaction, row)
    if (!newest || missing.length === 0) return usedLink()
    const judged = judgeAnswers(newest, missing, only(sent, missing), readExtra(row.extra))
    if (judged instanceof PublicError) return invalidAnswers(judged)
    const uploads = await findFreeUploads(transaction, judged.uploads)
    if (uploads instanceof PublicError) return uploads
    await attachUploads(transaction, row._id, uploads)
    await storeExtra(transaction, row, writeExtra(judged.extraWith(uploads)))
    await deleteRows(transaction, 'question_links', { attachment: row._id })
    await rememberUse(transaction, use, row.referenceId)
    await recordHistory(transaction, { action: 'give answers', ...eventOn('attachment', row._id) })
    return { referenceId: row.referenceId, uploads: uploads.length }
  })
  if (stored instanceof PublicError) return (await findRepeated(db, use)) ?? stored
  await refundUploads(limiter, address, stored.uploads).catch(swallowOutage)
  return { referenceId: stored.referenceId }
}

/** Stores the column `extra` of a locked application, with its index and its search text. */
async function storeExtra(transaction: Transaction, row: AttachmentsTable, extra: string | null) {
  await overwrite(transaction, 'attachments', row, { extra })
  await reindexExtra(transaction, { ...row, extra })
  await renewExtraText(transaction, { ...row, extra })
}

/** The answers to some questions, with the follow-ups of their options. */
function only(sent: Record<string, unknown>, questions: readonly IntakeQuestion[]) {
  const own = questions.flatMap(({ _id, options }) => [_id, ...options.map((one) => one._id)])
  const ids = new Set(own)
  return Object.fromEntries(Object.entries(sent).filter(([_id]) => ids.has(_id)))
}

async function findMissing(db: Database, row: AttachmentsTable) {
  const [newest] = await setsOfIntake(db, row.intake)
  return { newest, missing: missingOf(row, readExtra(row.extra), newest) }
}

/** The id of the application of a link; undefined if it was used or has expired. */
async function findLink(db: Database, token: string) {
  const link = await findRow(db, 'question_links', { tokenHash: hashToken(token) })
  return link && link.expiresAt > now() ? link.attachment : undefined
}

function invalidAnswers({ errors }: PublicError) {
  return new PublicError('invalid', 'Please check these fields and try again.', { errors })
}

function usedLink() {
  return new PublicError(
    'not_found',
    'This link has been used or has expired. If we still need your answers, please ask us for a new link.',
  )
}

/** Makes a one-time link for an applicant who wants to give the missing answers now; null if none is missing. */
export async function makeOwnLink(
  access: LimitedAccess,
  credentials: ApplicantCredentials,
  address: string,
): Promise<{ token: string } | null | PublicError> {
  const own = await findOwnApplication(access, credentials, address)
  if (own instanceof PublicError) return own
  if ((await countMissing(access.db, own)) === 0) return null
  return createAnswersLink(access.db, own._id)
}

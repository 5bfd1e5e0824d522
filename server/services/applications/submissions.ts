import { hash } from 'node:crypto'

import {
  type ApplicationSubmission,
  submittedExtra,
} from '../../../contract/application/application.ts'
import type { Sentence } from '../../../contract/language/kiswahili.ts'
import { contentOf } from '../../../contract/application/submission-content.ts'
import { swallowOutage } from '../../database/connection-errors.ts'
import { insert } from '../../database/insert.ts'
import { prepared } from '../../database/prepared.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import {
  attachUploads,
  findFreeUploads,
  givenKeys,
  separateKeys,
  withFileHashes,
} from '../documents/documents.ts'
import { judgeExtra } from '../documents/judge-extra.ts'
import { refundUploads } from '../documents/upload-rows.ts'
import { recordHistory, eventOn } from '../history.ts'
import { findIntake, findSets } from '../intakes/public-intakes.ts'
import { enqueueMessage } from '../messages/outbox.ts'
import { networkOf, type RateLimit, type LimitedAccess, type LimitCheck } from '../rate-limiter.ts'
import { now } from '../ids.ts'
import { missingOf } from '../questions/shown-extra.ts'
import { indexExtra } from '../questions/extra-values.ts'
import { PublicError, changeOrRefuse, publicConflict } from '../domain-error.ts'
import { storeApplication } from './store-application.ts'
import { addPaper } from './papers/send-paper.ts'
import { takePapers } from './papers/take-papers.ts'
import { shareRun } from '../single-flight.ts'

/**
 * The limit is high, because a whole campus or mobile network may share one IP address. On the last
 * evening before a deadline, more than one person per second may apply from it.
 */
const perAddress: RateLimit = {
  name: 'submissions of an address',
  max: 5000,
  seconds: 3600,
  of: 'applications from your network',
}
const perEmail: RateLimit = {
  name: 'submissions of an e-mail',
  max: 10,
  seconds: 3600,
  of: 'applications with this e-mail address',
}

/** One request that submits an application. */
interface Attempt {
  address: string
  /**
   * Every repeat of a submission has the same key. `byContent`: the key is a hash of the content, for
   * a form without JavaScript.
   */
  idempotencyKey: string | typeof byContent | undefined
  /** Whether applicants can choose SMS. If not, they get e-mails. */
  isSmsOffered: boolean
  /** Whether a message with a link asks applicants for missing answers. */
  isLinkSent: boolean
  /** Whether an SMS confirms the reception to applicants who have chosen SMS; else an e-mail does. */
  isConfirmedBySms: boolean
}

export const byContent = Symbol('by content')

type Received = { referenceId: string } | PublicError<Sentence>

/** An attempt, with the hash of its content and the idempotency key that follows from both. */
interface Submission {
  answers: ApplicationSubmission
  key: string | undefined
  fingerprint: string
  isConfirmedBySms: boolean
  isLinkSent: boolean
}

/** Stores a submission once. A repeat with the same idempotency key gets the same answer. */
export async function submit(
  { db, limiter }: LimitedAccess,
  answers: ApplicationSubmission,
  attempt: Attempt,
): Promise<Received> {
  const submission = await identify(db, answers, attempt)
  const { key, fingerprint } = submission
  const run = () => receive({ db, limiter }, submission, attempt.address)
  // Concurrent repeats count once for the rate limits.
  return key === undefined ? run() : shareRun(db, `${key} ${fingerprint}`, run)
}

async function identify(
  db: Database,
  answers: ApplicationSubmission,
  { idempotencyKey, isSmsOffered, isConfirmedBySms, isLinkSent }: Attempt,
): Promise<Submission> {
  const content = JSON.stringify(contentOf(await withFileHashes(db, answers)))
  return {
    answers: isSmsOffered ? answers : { ...answers, contact_by: 'email' },
    key: idempotencyKey === byContent ? hash('sha256', content, 'hex') : idempotencyKey,
    fingerprint: hash('sha256', content, 'base64url'),
    isConfirmedBySms,
    isLinkSent,
  }
}

async function receive({ db, limiter }: LimitedAccess, submission: Submission, address: string) {
  const repeated = await findPrevious(db, submission)
  if (repeated) return repeated

  const { answers } = submission
  const limits: LimitCheck[] = [
    [perAddress, networkOf(address)],
    [perEmail, answers.email],
  ]
  const tooMany = await limiter.consume(...limits)
  // Another process may have stored this submission since the check above.
  if (tooMany) return (await findPrevious(db, submission)) ?? tooMany

  const errors = { taken: concurrentConflict, missing: concurrentConflict }
  const stored = await changeOrRefuse(db, errors, (transaction) => store(transaction, submission))
  if (!(stored instanceof PublicError)) {
    await refundUploads(limiter, address, stored.uploads).catch(swallowOutage)
    return { referenceId: stored.referenceId }
  }
  // Another process may have stored it meanwhile. Then its uploads are no longer free.
  const other = await findPrevious(db, submission)
  if (!other) return stored
  if (!(other instanceof PublicError)) await limiter.refund(...limits)
  return other
}

const selectKey = prepared((db, { key }: { key: string }) =>
  db.selectFrom('idempotency_keys').select(['fingerprint', 'referenceId']).where('key', '=', key),
)

/** Result of an earlier submission with the same idempotency key; a conflict if answers differ. */
async function findPrevious(
  db: Database,
  { key, fingerprint }: Submission,
): Promise<Received | undefined> {
  if (key === undefined) return undefined
  const [found] = await selectKey(db, { key })
  if (!found) return undefined
  if (found.fingerprint === fingerprint) return { referenceId: found.referenceId }
  return new PublicError('conflict', {
    sentence:
      'An application from this page was received before, with reference {reference}. To send this one as well, submit it once more.',
    values: { reference: found.referenceId },
  })
}

/** Stores the application with its documents, history entry, message and idempotency key. */
async function store(
  transaction: Transaction,
  { answers, key, fingerprint, isConfirmedBySms, isLinkSent }: Submission,
) {
  const found = await findIntake(transaction, answers, Date.now())
  if (found instanceof PublicError) return found
  const papers = await takePapers(transaction, found, answers.papers)
  const { questionSet, extra: sent, ...given } = separateKeys(answers)
  const { sets, asksForPapers: _, ...arrival } = found
  const judged = judgeExtra(sets, questionSet, sent)
  if (papers instanceof PublicError || judged instanceof PublicError) {
    return allErrors(papers, judged)
  }
  const keys = givenKeys(answers)
  const uploads = await findFreeUploads(transaction, [...keys, ...judged.uploads])
  if (uploads instanceof PublicError) return uploads
  const extra = judged.extraWith(uploads.slice(keys.length))
  const row = await storeApplication(transaction, {
    ...given,
    ...arrival,
    extra,
    questionSet: questionSet ?? 0,
  })
  if (row instanceof PublicError) return row

  const { _id, referenceId } = row
  await attachUploads(transaction, _id, uploads)
  for (const paper of papers) await addPaper(transaction, _id, paper)
  await indexExtra(transaction, _id, extra)
  await recordHistory(transaction, { action: 'submit', ...eventOn('attachment', _id) })
  const emailOnly = !isConfirmedBySms || answers.contact_by === 'email'
  await enqueueMessage(transaction, 'received', [_id], null, { emailOnly })
  if (isLinkSent && missingOf(row, extra, sets[0]).length > 0) {
    await enqueueMessage(transaction, 'answers_requested', [_id], _id)
  }
  if (key !== undefined) {
    const createdAt = now()
    await insert(transaction, 'idempotency_keys', { key, fingerprint, referenceId, createdAt })
  }
  return { referenceId, uploads: uploads.length + papers.length }
}

/** The first refusal, with the errors of all that are about fields. */
function allErrors(...results: unknown[]): PublicError<Sentence> {
  const [first, ...others] = results.filter(
    (one): one is PublicError<Sentence> => one instanceof PublicError,
  )
  if (!first?.errors || others.length === 0) return first!
  const errors = Object.assign({}, first.errors, ...others.map((one) => one.errors))
  return new PublicError('invalid', first.wording, { errors })
}

/**
 * The errors in the answers to the questions of an intake, by field. For a submission that is wrong
 * elsewhere, so that applicants see all errors at once. An outage hides none of the others.
 */
export async function extraErrors(db: Database, body: unknown, at: number) {
  const { data } = submittedExtra.safeParse(body)
  if (!data || data.questionSet === null) return {}
  const sets = await findSets(db, data.intake, at).catch(swallowOutage)
  const judged = sets && judgeExtra(sets, data.questionSet, data.extra)
  return judged instanceof PublicError ? judged.fields : {}
}

/** The error if a repeat, or the deletion of a chosen record, was stored at the same moment. */
function concurrentConflict() {
  return publicConflict('Your application could not be stored. Please send it once more.')
}

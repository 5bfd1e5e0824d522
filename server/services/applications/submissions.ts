import { hash } from 'node:crypto'

import type { Transaction } from 'kysely'

import type { ApplicationSubmission } from '../../../contract/application.ts'
import type { Sentence } from '../../../contract/kiswahili.ts'
import { contentOf } from '../../../contract/submission-content.ts'
import { batched } from '../../database/batching.ts'
import { swallowOutage } from '../../database/connection-errors.ts'
import { batchInserts, insert } from '../../database/insert.ts'
import { anyOf, prepared } from '../../database/prepared.ts'
import type { AttachmentsTable, Database, Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { storeAll } from './applications.ts'
import {
  attachUploads,
  countKeys,
  findUploads,
  separateKeys,
  withFileHashes,
} from '../documents/documents.ts'
import { refundUploads } from '../documents/upload-limits.ts'
import { recordHistory } from '../history.ts'
import { type Arrival, findIntakes } from '../intakes/public-intakes.ts'
import { enqueueMessage } from '../messages/outbox.ts'
import {
  refundAll,
  networkOf,
  consumeAll,
  type RateLimit,
  type RateLimiter,
  type LimitCheck,
} from '../rate-limiter.ts'
import { now } from '../ids.ts'
import { mapConstraintErrors, PublicError } from '../domain-error.ts'

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
  /** Whether an SMS confirms the reception to applicants who have chosen SMS; else an e-mail does. */
  isConfirmedBySms: boolean
}

export const byContent = Symbol('by content')

type Received = { referenceId: string } | PublicError<Sentence>

/** Single-flight: the submissions that this process is storing, by key and fingerprint. */
const inFlight = new WeakMap<Database, Map<string, Promise<Received>>>()

/** Stores a submission once. A repeat with the same idempotency key gets the same answer. */
export async function submit(
  db: Database,
  limiter: RateLimiter,
  answers: ApplicationSubmission,
  attempt: Attempt,
): Promise<Received> {
  const content = JSON.stringify(contentOf(await withFileHashes(db, answers)))
  const fingerprint = hash('sha256', content, 'base64url')
  const { address, idempotencyKey: given, isSmsOffered, isConfirmedBySms } = attempt
  const idempotencyKey = given === byContent ? hash('sha256', content, 'hex') : given
  const submission: Submission = {
    answers: isSmsOffered ? answers : { ...answers, contact_by: 'email' },
    key: idempotencyKey,
    fingerprint,
    isConfirmedBySms,
  }
  const take = () => process(db, limiter, submission, address)
  if (idempotencyKey === undefined) return take()

  const others = inFlight.get(db) ?? new Map<string, Promise<Received>>()
  inFlight.set(db, others)
  const key = `${idempotencyKey} ${fingerprint}`
  const first = others.get(key)
  // A concurrent repeat gets the result of the first request and does not count for the rate limit.
  // If the first request fails, each repeat tries by itself.
  const shared = await first?.catch(() => undefined)
  if (shared && !(shared instanceof PublicError)) return shared
  const taking = take()
  if (!first) others.set(key, taking)
  try {
    return await taking
  } finally {
    if (!first) others.delete(key)
  }
}

async function process(
  db: Database,
  limiter: RateLimiter,
  submission: Submission,
  address: string,
): Promise<Received> {
  const repeated = await findPrevious(db, submission)
  if (repeated) return repeated

  const tries: LimitCheck[] = [
    [perAddress, networkOf(address)],
    [perEmail, submission.answers.email],
  ]
  const tooMany = await consumeAll(limiter, tries)
  // Another process may have stored this submission since the check above.
  if (tooMany) return (await findPrevious(db, submission)) ?? tooMany

  const result = await mapConstraintErrors(() => storeBatch(db, submission), {
    taken: concurrentConflict,
    missing: concurrentConflict,
  })
  if (!(result instanceof PublicError)) {
    await refundUploads(limiter, address, countKeys(submission.answers)).catch(swallowOutage)
    return result
  }
  // `invalid`: the uploads may belong to the same submission already, stored by another process.
  const mayBeStored = result.kind === 'conflict' || result.kind === 'invalid'
  const other = mayBeStored && (await findPrevious(db, submission))
  if (!other) return result
  if (!(other instanceof PublicError)) await refundAll(limiter, tries)
  return other
}

interface Submission {
  answers: ApplicationSubmission
  key: string | undefined
  fingerprint: string
  isConfirmedBySms: boolean
}

const selectKeys = prepared((db, { keys }: { keys: readonly string[] }) =>
  db
    .selectFrom('idempotency_keys')
    .select(['key', 'fingerprint', 'referenceId'])
    .where(anyOf(db, 'key', keys)),
)

/** Result of an earlier submission with the same idempotency key; a conflict if answers differ. */
const findPrevious = batched(async (db, some: Submission[]) => {
  const keys = some.flatMap(({ key }) => key ?? [])
  const rows = keys.length > 0 ? await selectKeys(db, { keys }) : []
  const found = new Map(rows.map((row) => [row.key, row]))
  return some.map(({ key, fingerprint }) => {
    const given = key === undefined ? undefined : found.get(key)
    if (!given) return undefined
    if (given.fingerprint === fingerprint) return { referenceId: given.referenceId }
    return new PublicError('conflict', {
      sentence:
        'An application from this page was received before, with reference {reference}. To send this one as well, submit it once more.',
      values: { reference: given.referenceId },
    })
  })
})

/** Batches concurrent submissions into one transaction: a commit costs more than a row. */
const storeBatch = batched((db, some: Submission[]) =>
  inTransaction(db, async (transaction) => {
    const uploads = await findUploads(
      transaction,
      some.map(({ answers }) => answers),
    )
    const wishes = some.map(({ answers }) => answers)
    const arrivals = await findIntakes(transaction, wishes, Date.now())
    const refused = uploads.map((found, index) =>
      found instanceof PublicError ? found : errorIn(arrivals[index]!),
    )
    const results = await batchInserts(transaction, () =>
      storeRows(transaction, some, { arrivals, refused }),
    )
    for (const [index, result] of results.entries()) {
      const ids = uploads[index]!
      if (result instanceof PublicError || ids instanceof PublicError) continue
      await attachUploads(transaction, result._id, ids)
      // It reads the choice of the applicant, who must be stored before.
      if (wantsSms(some[index]!)) await enqueueMessage(transaction, 'received', [result._id])
    }
    return results.map((result) =>
      result instanceof PublicError ? result : { referenceId: result.referenceId },
    )
  }),
)

function errorIn(arrival: Arrival | PublicError<Sentence>) {
  return arrival instanceof PublicError ? arrival : undefined
}

/** Stores the submissions that are not refused. Returns the errors of the others. */
async function storeRows(
  transaction: Transaction<Tables>,
  some: Submission[],
  {
    arrivals,
    refused,
  }: {
    arrivals: (Arrival | PublicError<Sentence>)[]
    refused: (PublicError<Sentence> | undefined)[]
  },
) {
  const storable = some.filter((_, index) => !refused[index])
  const rows = await storeAll(
    transaction,
    some.flatMap(({ answers }, index) =>
      refused[index] ? [] : [{ ...separateKeys(answers), ...(arrivals[index] as Arrival) }],
    ),
  )
  const stored = new Map(storable.map((submission, index) => [submission, rows[index]!]))
  for (const [submission, row] of stored) {
    if (!(row instanceof PublicError)) await recordSideEffects(transaction, row, submission)
  }
  return some.map((submission, index) => stored.get(submission) ?? refused[index]!)
}

/** Adds the history entry, the e-mail and the idempotency key of a stored application. */
async function recordSideEffects(
  transaction: Transaction<Tables>,
  { _id, referenceId }: AttachmentsTable,
  submission: Submission,
) {
  const { key, fingerprint } = submission
  await recordHistory(transaction, { action: 'submit', entity: 'attachment', record: _id })
  if (!wantsSms(submission)) {
    await enqueueMessage(transaction, 'received', [_id], null, { emailOnly: true })
  }
  if (key !== undefined) {
    const createdAt = now()
    await insert(transaction, 'idempotency_keys', { key, fingerprint, referenceId, createdAt })
  }
}

/** Whether an SMS confirms the reception, alone or besides an e-mail. */
function wantsSms({ answers, isConfirmedBySms }: Submission) {
  return isConfirmedBySms && answers.contact_by !== 'email'
}

/** The error if a repeat, or the deletion of a chosen record, was stored at the same moment. */
function concurrentConflict() {
  return new PublicError(
    'conflict',
    'Your application could not be stored. Please send it once more.',
  )
}

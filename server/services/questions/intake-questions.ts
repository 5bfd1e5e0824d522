import {
  type IntakeQuestion,
  type IntakeQuestionInput,
  type IntakeQuestions,
  largestQuestionSection,
  type QuestionSet,
} from '../../../contract/intake/intake-questions.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { conflict, DomainError, invalidField, notFound } from '../domain-error.ts'
import { eventOn, recordHistory } from '../history.ts'
import { now } from '../ids.ts'
import { nextTimestamp, staleConflict } from '../optimistic-lock.ts'
import { countRows, findRow, hasRow } from '../rows.ts'
import { userOf } from '../user-of.ts'
import { assignIds, copyOf, wrongKind } from './edit-questions.ts'
import { countAnswered, findAnswered } from './extra-values.ts'
import { sectionSize } from './section-size.ts'
import { everyQuestion, setsOfIntake, type StoredSet } from './question-sets.ts'

/** The questions of an intake: the draft, and what is asked. */
export async function readQuestions(
  db: Database,
  intake: string,
): Promise<IntakeQuestions | DomainError> {
  if (!(await hasRow(db, 'intakes', { _id: intake }))) return notFound('intake')
  const { draft, updatedAt, sets } = await readStored(db, intake)
  const answered = db
    .selectFrom('attachments')
    .where('intake', '=', intake)
    .where('extra', 'is not', null)
  return {
    draft: { questions: draft, updatedAt },
    published: sets[0] ? await publishedSet(db, intake, sets[0].number) : null,
    answers: await countRows(answered),
    answered: await countAnswered(
      db,
      everyQuestion([{ number: 0, questions: draft }, ...sets]).map(({ _id }) => _id),
    ),
  }
}

/** The published sets of an intake, the newest first. */
export async function listSets(db: Database, intake: string): Promise<QuestionSet[] | DomainError> {
  if (!(await hasRow(db, 'intakes', { _id: intake }))) return notFound('intake')
  const rows = await selectPublished(db, intake).orderBy('number', 'desc').execute()
  return rows.map(toSet)
}

/** Stores the draft under its optimistic lock. Nobody is asked its questions yet. */
export function saveDraft(
  db: Database,
  intake: string,
  { questions, updatedAt }: { questions: IntakeQuestionInput[]; updatedAt: string | null },
  by: string,
) {
  return inTransaction(db, async (transaction) => {
    if (!(await lockQuestions(transaction, intake))) return notFound('intake')
    const stored = await readStored(transaction, intake)
    if (stored.updatedAt !== updatedAt) {
      return staleConflict('set of questions', await readQuestions(transaction, intake))
    }
    const known = everyQuestion([{ number: 0, questions: stored.draft }, ...stored.sets])
    const saved = assignIds(questions, knownIds(stored))
    if (saved instanceof DomainError) return saved
    const wrong = await kindError(transaction, saved, stored.sets)
    if (wrong) return wrong
    const draft = await withAnswered(transaction, saved, known)
    return (
      (await storeDraft(transaction, { intake, stored, draft, by })) ??
      readQuestions(transaction, intake)
    )
  })
}

/** Replaces the draft by the questions of another intake. */
export function copyQuestions(db: Database, intake: string, from: string, by: string) {
  return inTransaction(db, async (transaction) => {
    if (!(await lockQuestions(transaction, intake))) return notFound('intake')
    const source = from === intake ? undefined : await readStored(transaction, from)
    const copied = (source?.draft ?? []).filter(({ stopped }) => !stopped)
    if (copied.length === 0) return invalidField('from', 'Choose another intake with questions')
    const stored = await readStored(transaction, intake)
    const known = everyQuestion([{ number: 0, questions: stored.draft }, ...stored.sets])
    const draft = await withAnswered(transaction, copied.map(copyOf), known)
    return (
      (await storeDraft(transaction, { intake, stored, draft, by })) ??
      readQuestions(transaction, intake)
    )
  })
}

/**
 * Publishes the draft as the next set. Without a change, the last set stays the newest. `read` is what the
 * user has read: nobody publishes a draft, or over a set, that somebody else has stored meanwhile.
 */
export function publishQuestions(
  db: Database,
  intake: string,
  read: { updatedAt: string | null; number?: number | undefined } | null,
  by: string,
) {
  return inTransaction(db, async (transaction): Promise<QuestionSet | DomainError> => {
    if (!(await lockQuestions(transaction, intake))) return notFound('intake')
    const stored = await readStored(transaction, intake)
    const [newest] = stored.sets
    if (read?.number !== undefined && newest && read.number !== newest.number) {
      return conflict(
        `Version ${newest.number} was published meanwhile. Please look at the questions once more.`,
      )
    }
    if (read && read.updatedAt !== stored.updatedAt) {
      return conflict(
        'The draft was changed meanwhile, and nothing was published. Please look at it once more.',
      )
    }
    if (!newest && stored.draft.length === 0) return conflict('Write a question first.')
    const wrong = await kindError(transaction, stored.draft, stored.sets)
    if (wrong) return wrong
    // Answers may have arrived since the draft was saved.
    const questions = await withAnswered(transaction, stored.draft, everyQuestion(stored.sets))
    const number = (newest?.number ?? 0) + 1
    if (newest && isSame(newest.questions, questions)) {
      return publishedSet(transaction, intake, newest.number)
    }
    const size = await sectionSize(questions)
    if (size > largestQuestionSection) return tooLarge(size)
    const set = { intake, number, publishedAt: now(), publishedBy: by }
    await transaction
      .insertInto('question_sets')
      .values({ ...set, questions: JSON.stringify(questions) })
      .execute()
    const error = await storeDraft(transaction, { intake, stored, draft: questions })
    if (error) return error
    await recordHistory(transaction, {
      action: 'publish',
      ...eventOn('intake', intake, by),
      fields: ['questions'],
    })
    return publishedSet(transaction, intake, number)
  })
}

/** Prepaid data: the form must stay small. */
function tooLarge(size: number) {
  const [is, most] = [size, largestQuestionSection].map((bytes) => bytes.toLocaleString('en'))
  return conflict(
    `The questions make the form ${is} bytes larger, and at most ${most} are allowed. Use shorter texts or fewer options.`,
    'questions',
  )
}

interface StoredQuestions {
  /** The saved draft, else what is published. */
  draft: IntakeQuestion[]
  updatedAt: string | null
  sets: StoredSet[]
}

async function readStored(db: Database, intake: string): Promise<StoredQuestions> {
  const sets = await setsOfIntake(db, intake)
  const row = await findRow(db, 'question_drafts', { intake })
  const draft = row ? (JSON.parse(row.questions) as IntakeQuestion[]) : sets[0]?.questions
  return { draft: [...(draft ?? [])], updatedAt: row?.updatedAt ?? null, sets }
}

/** Submissions lock the intake, too, but do not wait for this lock. */
function lockQuestions(transaction: Transaction, intake: string) {
  return transaction
    .selectFrom('intakes')
    .select('_id')
    .where('_id', '=', intake)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The ids of the options of each question that the intake has or had. */
function knownIds({ draft, sets }: StoredQuestions) {
  const known = new Map<string, Set<string>>()
  for (const { _id, options } of [draft, ...sets.map(({ questions }) => questions)].flat()) {
    const ids = known.get(_id) ?? new Set()
    known.set(_id, ids)
    for (const option of options) ids.add(option._id)
  }
  return known
}

async function kindError(
  db: Database,
  questions: readonly IntakeQuestion[],
  sets: readonly StoredSet[],
) {
  const published = new Map(everyQuestion(sets).map((one) => [one._id, one.kind]))
  const changed = questions.filter(({ _id, kind }) => kind !== (published.get(_id) ?? kind))
  const answered = await findAnswered(
    db,
    changed.map(({ _id }) => _id),
  )
  const index = questions.findIndex((one) => changed.includes(one) && answered.has(one._id))
  return index === -1 ? undefined : wrongKind(index)
}

/** The questions, and as stopped ones those that are left out although they have answers. */
async function withAnswered(
  db: Database,
  questions: readonly IntakeQuestion[],
  known: readonly IntakeQuestion[],
) {
  const ids = new Set(questions.map(({ _id }) => _id))
  const left = known.filter(({ _id }) => !ids.has(_id))
  const answered = await findAnswered(
    db,
    left.map(({ _id }) => _id),
  )
  const stopped = left.filter(({ _id }) => answered.has(_id))
  return [...questions, ...stopped.map((one) => ({ ...one, stopped: true }))]
}

/** Stores the draft if it changes. `by`: who has changed it; a publication has its own entry. */
async function storeDraft(
  transaction: Transaction,
  {
    intake,
    stored,
    draft,
    by,
  }: { intake: string; stored: StoredQuestions; draft: IntakeQuestion[]; by?: string },
) {
  if (draft.length > mostStored) {
    return conflict('There are too many stopped questions with answers.', 'questions')
  }
  if (stored.updatedAt !== null && isSame(stored.draft, draft)) return undefined
  const row = {
    questions: JSON.stringify(draft),
    updatedAt: stored.updatedAt === null ? now() : nextTimestamp(stored.updatedAt),
  }
  await transaction
    .insertInto('question_drafts')
    .values({ intake, ...row })
    .onConflict((conflicting) => conflicting.column('intake').doUpdateSet(row))
    .execute()
  if (by === undefined) return undefined
  const event = {
    action: 'change',
    ...eventOn('intake', intake, by),
    fields: ['questions'],
  } as const
  await recordHistory(transaction, event)
  return undefined
}

/** With the stopped ones that are kept for their answers. */
const mostStored = 200

function isSame(one: readonly IntakeQuestion[], other: readonly IntakeQuestion[]) {
  return JSON.stringify(one) === JSON.stringify(other)
}

function selectPublished(db: Database, intake: string) {
  return db
    .selectFrom('question_sets')
    .leftJoin('users', 'users._id', 'question_sets.publishedBy')
    .select(['number', 'publishedAt', 'publishedBy', 'questions', 'users.name as userName'])
    .where('intake', '=', intake)
}

async function publishedSet(db: Database, intake: string, number: number) {
  const row = selectPublished(db, intake).where('number', '=', number)
  return toSet(await row.executeTakeFirstOrThrow())
}

function toSet({
  number,
  publishedAt,
  publishedBy,
  questions,
  userName,
}: Awaited<
  ReturnType<ReturnType<typeof selectPublished>['executeTakeFirstOrThrow']>
>): QuestionSet {
  return {
    number,
    questions: JSON.parse(questions) as IntakeQuestion[],
    publishedAt,
    publishedBy: userOf(publishedBy, userName),
  }
}

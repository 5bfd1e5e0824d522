import type { IntakeQuestion } from '../../../contract/intake/intake-questions.ts'
import { anyOf, prepared } from '../../database/prepared.ts'
import type { Database } from '../../database/tables.ts'

/** A published set of questions. */
export interface StoredSet {
  number: number
  questions: readonly IntakeQuestion[]
}

/** Without the questions, which are long. */
const selectNumbers = prepared((db, { intakes }: { intakes: readonly string[] }) =>
  db
    .selectFrom('question_sets')
    .select(['intake', 'number', 'publishedAt'])
    .where(anyOf(db, 'intake', intakes))
    .orderBy('intake')
    .orderBy('number', 'desc'),
)

const selectSets = prepared((db, { intakes }: { intakes: readonly string[] }) =>
  db
    .selectFrom('question_sets')
    .select(['intake', 'number', 'publishedAt', 'questions'])
    .where(anyOf(db, 'intake', intakes)),
)

/** Cache: parsed sets by their keys, for each database. A set never changes. */
const caches = new WeakMap<object, Map<string, StoredSet>>()

const mostCached = 500

interface SetRow {
  intake: string
  number: number
  publishedAt: string
}

/** The time tells a set from one of the same number whose transaction was rolled back. */
function keyOf({ intake, number, publishedAt }: SetRow) {
  return `${intake} ${number} ${publishedAt}`
}

/** The sets of intakes by the id of the intake, the newest first. */
export async function setsOf(db: Database, intakes: readonly (string | null)[]) {
  const ids = [...new Set(intakes)].filter((_id) => _id !== null)
  const rows = ids.length > 0 ? await selectNumbers(db, { intakes: ids }) : []
  const found = new Map<string, StoredSet[]>()
  if (rows.length === 0) return found
  const sets = await readSets(db, rows)
  for (const row of rows) {
    const set = sets.get(keyOf(row))
    if (set) found.set(row.intake, [...(found.get(row.intake) ?? []), set])
  }
  return found
}

async function readSets(db: Database, rows: SetRow[]) {
  const { adapter } = db.getExecutor()
  const cache = caches.get(adapter) ?? new Map<string, StoredSet>()
  caches.set(adapter, cache)
  const sets = new Map<string, StoredSet>()
  const missing = new Set<string>()
  for (const row of rows) {
    const cached = cache.get(keyOf(row))
    if (cached) sets.set(keyOf(row), cached)
    else missing.add(row.intake)
  }
  const read = missing.size > 0 ? await selectSets(db, { intakes: [...missing] }) : []
  for (const { number, questions, ...row } of read) {
    const key = keyOf({ ...row, number })
    const set = cache.get(key) ?? { number, questions: JSON.parse(questions) as IntakeQuestion[] }
    sets.set(key, set)
    cache.set(key, set)
    const [oldest] = cache.keys()
    if (cache.size > mostCached) cache.delete(oldest!)
  }
  return sets
}

/** The sets of one intake, the newest first. */
export async function setsOfIntake(db: Database, intake: string | null): Promise<StoredSet[]> {
  return intake === null ? [] : ((await setsOf(db, [intake])).get(intake) ?? [])
}

/** The questions that a set asks at a time. */
export function askedIn({ questions }: StoredSet, when: IntakeQuestion['when']) {
  return questions.filter((question) => !question.stopped && question.when === when)
}

/**
 * Every question of an intake in the order of its newest set, the stopped ones after the others, and those
 * of older sets last; each as in the newest set that has it.
 */
export function everyQuestion(sets: readonly StoredSet[]) {
  const [newest, ...older] = sets
  const all = new Map<string, IntakeQuestion>()
  const inNewest = newest?.questions ?? []
  for (const stopped of [false, true]) {
    for (const one of inNewest) if (one.stopped === stopped) all.set(one._id, one)
  }
  for (const { questions } of older) {
    for (const one of questions) if (!all.has(one._id)) all.set(one._id, one)
  }
  return [...all.values()]
}

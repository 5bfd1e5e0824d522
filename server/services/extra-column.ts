import type { ExtraAnswer, ExtraAnswers } from '../../contract/intake/extra-answers.ts'
import type { IntakeQuestion, IntakeQuestionKind } from '../../contract/intake/intake-questions.ts'

/** A stored answer. The kind is that of its set, so that no set is needed to index or search it. */
interface StoredAnswer {
  value: ExtraAnswer
  /** The number of the set that was answered. */
  set: number
  kind: IntakeQuestionKind | 'follow_up'
  /** The intake of the set, if the application was moved to another intake since. */
  intake?: string
}

/** The answers of an application by the id of the question, and follow-ups by the id of the option. */
export type ExtraColumn = Record<string, StoredAnswer>

export function readExtra(column: string | null): ExtraColumn {
  return column === null ? {} : (JSON.parse(column) as ExtraColumn)
}

/** The column `extra`; null without answers. */
export function writeExtra(extra: ExtraColumn) {
  return Object.keys(extra).length > 0 ? JSON.stringify(extra) : null
}

/** Answers to the questions of a set, as they are stored. */
export function storedAnswers(
  { number, questions }: { number: number; questions: readonly IntakeQuestion[] },
  answers: ExtraAnswers,
): ExtraColumn {
  const kinds = new Map(questions.map(({ _id, kind }) => [_id, kind]))
  const entries = Object.entries(answers).map(([_id, value]) => {
    return [_id, { value, set: number, kind: kinds.get(_id) ?? 'follow_up' }] as const
  })
  return Object.fromEntries(entries)
}

/** The texts of answers, in which staff search. */
export function extraTexts(extra: ExtraColumn) {
  const texts = Object.values(extra).flatMap(({ value, kind }) =>
    kind === 'line' || kind === 'paragraph' || kind === 'follow_up' ? String(value) : [],
  )
  return texts.join(' ')
}

/** The ids of the documents that answer questions. */
export function extraDocuments(extra: ExtraColumn) {
  return Object.values(extra).flatMap(({ value, kind }) => (kind === 'file' ? String(value) : []))
}

/**
 * The answers after a move to another intake. Answers to its own questions no longer have the id of their
 * intake, so that they are found by its filters.
 */
export function movedExtra(
  column: string | null,
  { from, to }: Record<'from' | 'to', string | null>,
) {
  if (column === null || from === to) return column
  const moved = Object.entries(readExtra(column)).map(([_id, { intake = from, ...answer }]) => {
    return [_id, intake === null || intake === to ? answer : { ...answer, intake }] as const
  })
  return writeExtra(Object.fromEntries(moved))
}

/**
 * The number of the set that the form has shown, as the answers to the present intake tell; 0 without any.
 * Answers that were given later have the number of a newer set.
 */
export function shownSetOf(column: string | null) {
  const own = Object.values(readExtra(column)).filter(({ intake }) => intake === undefined)
  return own.length > 0 ? Math.min(...own.map(({ set }) => set)) : 0
}

/** An entry in the index of answers. */
export type IndexedValue = [question: string, value: string]

/** The index of answers. One that cannot be filtered has an empty value. */
export function indexedValues(extra: ExtraColumn): IndexedValue[] {
  return Object.entries(extra).flatMap(([_id, { value, kind, intake }]) => {
    if (kind === 'follow_up') return []
    // Answers to another intake can be counted and erased, but no filter finds them.
    if (intake !== undefined) return [[_id, '']]
    if (kind === 'number') return [[_id, sortableNumber(Number(value))]]
    const isFiltered = kind === 'yes_no' || kind === 'choice' || kind === 'choices'
    const values = isFiltered ? [value].flat().map(String) : ['']
    return values.map((one): IndexedValue => [_id, one])
  })
}

/**
 * A number as 16 characters that sort as the numbers do: the bits of the double, inverted if it is negative,
 * else with the sign bit set.
 */
export function sortableNumber(number: number) {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(number + 0) // minus zero becomes zero
  if (number < 0) for (let index = 0; index < 8; index++) bytes[index]! ^= 0xff
  else bytes[0]! ^= 0x80
  return bytes.toString('hex')
}

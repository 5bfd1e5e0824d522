import type { IntakeQuestion } from '../../../contract/intake/intake-questions.ts'
import { isSame } from '../editing/record-values.ts'
import { partLabels, partNames, partWords } from './question-words.ts'

/** The change of one question between the published set and the draft. */
export interface QuestionChange {
  _id: string
  label: string
  kind: 'added' | 'removed' | 'stopped' | 'asked again' | 'changed'
  /** Sentences about what changes, of a changed question. */
  details: string[]
}

/** The changes that publishing the draft makes, in the order of the draft. `isReordered`: also the order. */
export function changesOf(
  published: readonly IntakeQuestion[],
  draft: readonly IntakeQuestion[],
): { changes: QuestionChange[]; isReordered: boolean } {
  const before = new Map(published.map((one) => [one._id, one]))
  const ids = new Set(draft.map(({ _id }) => _id))
  const removed = published.filter(({ _id }) => !ids.has(_id))
  return {
    changes: [
      ...draft.flatMap((question) => changeOf(before.get(question._id), question) ?? []),
      ...removed.map(({ _id, label }) => ({ _id, label, kind: 'removed' as const, details: [] })),
    ],
    isReordered: !isSame(sharedIds(published, draft), sharedIds(draft, published)),
  }
}

function changeOf(
  before: IntakeQuestion | undefined,
  question: IntakeQuestion,
): QuestionChange | undefined {
  const { _id, label, stopped } = question
  if (!before) return stopped ? undefined : { _id, label, kind: 'added', details: [] }
  const details = detailsOf(before, question)
  if (before.stopped !== stopped) {
    return { _id, label, kind: stopped ? 'stopped' : 'asked again', details }
  }
  return details.length > 0 ? { _id, label, kind: 'changed', details } : undefined
}

function detailsOf(before: IntakeQuestion, after: IntakeQuestion) {
  return partNames.flatMap((part) => {
    if (isSame(before[part], after[part])) return []
    if (part === 'options') return optionDetails(before.options, after.options)
    return `${partLabels[part]}: ${partWords(after[part], part)} (was: ${partWords(before[part], part)})`
  })
}

type Options = IntakeQuestion['options']

function optionDetails(before: Options, after: Options) {
  const old = new Map(before.map((option) => [option._id, option]))
  const kept = new Set(after.map(({ _id }) => _id))
  const changed = after.filter(
    (option) => old.has(option._id) && !isSame(old.get(option._id), option),
  )
  const details = [
    ...after.filter(({ _id }) => !old.has(_id)).map(({ label }) => `New option: ${label}`),
    ...before.filter(({ _id }) => !kept.has(_id)).map(({ label }) => `Option removed: ${label}`),
    ...changed.map((option) => {
      const { label } = old.get(option._id)!
      return label === option.label
        ? `Option changed: ${label}`
        : `Option ${label} is called ${option.label}`
    }),
  ]
  return details.length > 0 ? details : ['Options in another order']
}

/** The ids of the asked questions that are in both lists, in the order of the first. */
function sharedIds(one: readonly IntakeQuestion[], other: readonly IntakeQuestion[]) {
  const asked = (list: readonly IntakeQuestion[]) =>
    list.filter(({ stopped }) => !stopped).map(({ _id }) => _id)
  const ids = new Set(asked(other))
  return asked(one).filter((_id) => ids.has(_id))
}

import {
  type Funnel,
  funnelGroups,
  funnelStepNames,
  funnelSteps,
  hideSmallInFunnel,
  type ShownCounts,
} from '../../contract/intake/funnel.ts'
import { shownNumberText } from '../../contract/intake/small-numbers.ts'
import type { Columns } from '../http/csv.ts'
import { inWords } from '../http/in-words.ts'

/** A line of the export: the counts of a group, or the definitions of the steps. */
type Line = { breakdown: string; group: string } & Record<keyof ShownCounts, string>

const names = ['breakdown', 'group', ...funnelStepNames] as const

export const funnelColumns: Columns<Line> = Object.fromEntries(
  names.map((name) => [inWords(name), (line: Line) => line[name]]),
)

/** The funnel as it may leave the foundation: small numbers are hidden. */
export function funnelRows(funnel: Funnel): Line[] {
  const { total, breakdowns, questions } = hideSmallInFunnel(funnel)
  return [
    { breakdown: 'Definition', group: '', ...funnelSteps },
    { breakdown: 'All', group: funnel.intake.name, ...textsOf(total) },
    ...funnelGroups.flatMap((group) =>
      (breakdowns[group] ?? []).map(({ name, ...counts }) => ({
        breakdown: inWords(group),
        group: name,
        ...textsOf(counts),
      })),
    ),
    ...questions.flatMap(({ label, options }) =>
      (options ?? []).map((option) => ({
        ...noCounts,
        breakdown: label,
        group: option.label,
        applied: shownNumberText(option.count),
      })),
    ),
  ]
}

/** Answers to questions are counted for all applications only. */
const noCounts = Object.fromEntries(funnelStepNames.map((step) => [step, ''])) as Record<
  keyof ShownCounts,
  string
>

function textsOf(counts: ShownCounts) {
  const texts = Object.entries(counts).map(([step, shown]) => [step, shownNumberText(shown)])
  return Object.fromEntries(texts) as Record<keyof ShownCounts, string>
}

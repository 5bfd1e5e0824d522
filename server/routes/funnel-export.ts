import {
  type Funnel,
  funnelGroups,
  funnelSteps,
  hideSmallInFunnel,
  type ShownCounts,
} from '../../contract/intake/funnel.ts'
import { shownNumberText } from '../../contract/intake/small-numbers.ts'
import type { Columns } from '../http/csv.ts'

/** A line of the export: the counts of a group, or the definitions of the steps. */
type Line = { breakdown: string; group: string } & Record<keyof ShownCounts, string>

export const funnelColumns: Columns<Line> = {
  Breakdown: ({ breakdown }) => breakdown,
  Group: ({ group }) => group,
  Applied: ({ applied }) => applied,
  Offered: ({ offered }) => offered,
  Confirmed: ({ confirmed }) => confirmed,
  Started: ({ started }) => started,
  Completed: ({ completed }) => completed,
}

/** The funnel as it may leave the foundation: small numbers are hidden. */
export function funnelRows(funnel: Funnel): Line[] {
  const { total, breakdowns } = hideSmallInFunnel(funnel)
  return [
    { breakdown: 'Definition', group: '', ...funnelSteps },
    { breakdown: 'All', group: funnel.intake.name, ...textsOf(total) },
    ...funnelGroups.flatMap((group) =>
      (breakdowns[group] ?? []).map(({ name, ...counts }) => ({
        breakdown: headings[group],
        group: name,
        ...textsOf(counts),
      })),
    ),
  ]
}

const headings = {
  department: 'Department',
  institution: 'Institution',
  county: 'County',
  gender: 'Gender',
} as const satisfies Record<(typeof funnelGroups)[number], string>

function textsOf(counts: ShownCounts) {
  const texts = Object.entries(counts).map(([step, shown]) => [step, shownNumberText(shown)])
  return Object.fromEntries(texts) as Record<keyof ShownCounts, string>
}

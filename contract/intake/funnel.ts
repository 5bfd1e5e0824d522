import * as z from 'zod/mini'
import { id } from '../fields.ts'
import { questionId } from './intake-questions.ts'
import { hideSmallNumber, hideSmallNumbers, type ShownNumber } from './small-numbers.ts'

/** The steps of the funnel of an intake. Each application of a step is in all earlier steps, too. */
export const funnelSteps = {
  applied: 'Applications of this intake, without those that were erased.',
  offered: 'Applications that were offered a place, without the offers that were revoked.',
  confirmed: 'Applicants who have confirmed the place and still have it.',
  started: 'Confirmed applicants whose attachment has begun.',
  completed: 'Attachments that have reached their last day and were not broken off.',
} as const

export type FunnelStep = keyof typeof funnelSteps
export const funnelStepNames = Object.keys(funnelSteps) as FunnelStep[]

export const funnelGroups = ['department', 'institution', 'county', 'gender'] as const

const counts = {
  applied: z.number(),
  offered: z.number(),
  confirmed: z.number(),
  started: z.number(),
  completed: z.number(),
} satisfies Record<FunnelStep, z.ZodMiniType<number>>

/** The funnel of an intake. The groups of each breakdown are sorted by `applied`, largest first. */
export const funnel = z.object({
  intake: z.object({ _id: id, name: z.string() }),
  total: z.object(counts),
  places: z.number(),
  taken: z.number(),
  waiting: z.number(),
  breakdowns: z.record(z.enum(funnelGroups), z.array(z.object({ name: z.string(), ...counts }))),
  /** The answers to each question with options, and to each yes-or-no question. */
  questions: z.array(
    z.object({
      question: questionId,
      label: z.string(),
      kind: z.enum(['yes_no', 'choice', 'choices']),
      /** Whether it is no longer asked. */
      stopped: z.boolean(),
      /** Of `choices`, an application may count in several. */
      options: z.array(z.object({ value: z.string(), label: z.string(), count: z.number() })),
    }),
  ),
})

export type ShownCounts = Record<FunnelStep, ShownNumber>

/** A funnel as it may leave the foundation, printed or as a file. */
export interface ShownFunnel {
  total: ShownCounts
  taken: ShownNumber
  waiting: ShownNumber
  /** Null if a small number would follow from each table that shows any. */
  breakdowns: Record<FunnelGroup, ({ name: string } & ShownCounts)[] | null>
  /** `options` is null as a breakdown is. */
  questions: {
    question: string
    label: string
    options: { label: string; count: ShownNumber }[] | null
  }[]
}

/** Hides small numbers. Rows without a shown number of applications stand last, by name. */
export function hideSmallInFunnel({
  total,
  taken,
  waiting,
  breakdowns,
  questions,
}: Funnel): ShownFunnel {
  const shownRows = (group: FunnelGroup) => {
    const rows = breakdowns[group]
    const shown = hideSmallNumbers(numbersOf(total), rows.map(numbersOf))
    if (!shown) return null
    return rows
      .map(({ name }, index) => ({ name, ...countsOf(shown[index]!) }))
      .toSorted((a, b) => order(b) - order(a) || a.name.localeCompare(b.name, 'en'))
  }
  return {
    total: countsOf(numbersOf(total).map(hideSmallNumber)),
    taken: hideSmallNumber(taken),
    waiting: hideSmallNumber(waiting),
    breakdowns: Object.fromEntries(
      funnelGroups.map((group) => [group, shownRows(group)]),
    ) as ShownFunnel['breakdowns'],
    questions: questions.map((one) => ({
      question: one.question,
      label: one.label,
      options: shownOptions(one, total.applied),
    })),
  }
}

/** With those without an answer, the options of `choice` and `yes_no` add up to all applications. */
function shownOptions({ kind, options }: Funnel['questions'][number], applied: number) {
  const numbers = options.map(({ count }) => count)
  const unanswered = applied - numbers.reduce((all, count) => all + count, 0)
  const shown =
    kind === 'choices'
      ? numbers.map(hideSmallNumber)
      : hideSmallNumbers(
          [applied],
          [...numbers, unanswered].map((count) => [count]),
        )?.flat()
  return shown ? options.map(({ label }, index) => ({ label, count: shown[index]! })) : null
}

function numbersOf(countByStep: Record<FunnelStep, number>) {
  return funnelStepNames.map((step) => countByStep[step])
}

function countsOf(numbers: ShownNumber[]) {
  return Object.fromEntries(
    funnelStepNames.map((step, index) => [step, numbers[index]]),
  ) as ShownCounts
}

/** Hidden numbers sort alike: an order by size would reveal them. */
function order({ applied }: ShownCounts) {
  return typeof applied === 'number' ? applied : -1
}

export type Funnel = z.infer<typeof funnel>
export type FunnelGroup = (typeof funnelGroups)[number]

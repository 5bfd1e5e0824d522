import type { ShownCounts, ShownFunnel } from '../../../contract/intake/funnel.ts'
import { Card } from '../../ui/card.tsx'
import { hiddenGroups, PartOfAll, StepBar, textOf } from './funnel-chart.tsx'

interface AnswersChartsProps {
  questions: ShownFunnel['questions']
  /** All applications of the intake. */
  all: ShownCounts['applied']
}

/** Bar charts of the answers to the questions of an intake that have options; nothing without any. */
export function AnswersCharts({ questions, all }: AnswersChartsProps) {
  if (questions.length === 0) return null
  return (
    <Card className="@container p-5 print:border-0 print:p-0">
      <h2 className="break-after-avoid text-lg">Answers to the questions of the intake</h2>
      <p className="mt-1 text-sm text-muted print:text-ink">Of all who applied.</p>
      <div className="mt-3 grid items-start gap-x-8 gap-y-5 @2xl:grid-cols-2">
        {questions.map(({ question, label, options }) => (
          <section key={question} className="break-inside-avoid">
            <h3 className="font-sans text-base font-semibold wrap-anywhere">{label}</h3>
            {options === null ? (
              <p>{hiddenGroups}</p>
            ) : (
              <ul className="mt-1 space-y-2">
                {options.map((option) => (
                  <li key={option.label}>
                    <p className="flex items-baseline justify-between gap-4 text-sm">
                      <span className="min-w-0 wrap-anywhere">{option.label}</span>
                      <span className="shrink-0 font-semibold tabular-nums">
                        {textOf(option.count)}
                        <PartOfAll of={option.count} all={all} />
                      </span>
                    </p>
                    <StepBar of={option.count} all={all} />
                  </li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
    </Card>
  )
}

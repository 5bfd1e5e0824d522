import { type ReactNode, useState } from 'react'

import type { ImportAnswer, ImportLine } from '../../../contract/import.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable, type Column } from '../lists/data-table.tsx'

type Status = ImportLine['status']

const statuses = {
  wrong: { name: 'Wrong', tone: 'bad' },
  new: { name: 'New', tone: 'good' },
  changed: { name: 'Changed', tone: 'waiting' },
  unchanged: { name: 'Unchanged', tone: 'neutral' },
} as const

/** Maximum number of lines in the table. */
const most = 100

/** The heading that the file must have for each field. */
export type Headings = Readonly<Record<string, string>>

interface ImportPreviewProps {
  answer: ImportAnswer
  headings: Headings
}

/** Table with the effect of each line of the file, and a filter by effect. */
export function ImportPreview({ answer, headings }: ImportPreviewProps) {
  const [only, setOnly] = useState<Status | null>(answer.counts.wrong > 0 ? 'wrong' : null)
  const lines = answer.lines.filter(({ status }) => only === null || status === only)
  const shown = lines.slice(0, most).map((line) => ({ ...line, _id: String(line.line) }))
  return (
    <div className="space-y-3">
      <fieldset aria-label="Lines to show" className="flex min-w-0 flex-wrap gap-2">
        <Choice chosen={only === null} onChoose={() => setOnly(null)}>
          All lines ({answer.lines.length})
        </Choice>
        {keys(statuses).map((status) => (
          <Choice key={status} chosen={only === status} onChoose={() => setOnly(status)}>
            {statuses[status].name} ({answer.counts[status]})
          </Choice>
        ))}
      </fieldset>
      <div className="[--above:-1.25rem]">
        <DataTable
          label="Lines of the file"
          columns={[
            ...lineAndStatus,
            ...Object.entries(headings).map(([field, header]): Column<ImportLine> => ({
              header,
              cell: ({ values }) => values[field],
            })),
            { header: 'What happens', cell: ({ message }) => message },
          ]}
          rows={shown}
          empty="No such lines."
        />
      </div>
      {lines.length > most ? (
        <p className="text-sm text-muted">
          The first {most} of {lines.length.toLocaleString('en')} lines.
        </p>
      ) : null}
    </div>
  )
}

const lineAndStatus: Column<ImportLine>[] = [
  {
    header: 'Line',
    cell: ({ line }) => line,
    className: 'w-14 text-right tabular-nums cards:text-left',
  },
  {
    header: 'Status',
    cell: ({ status }) => <Badge tone={statuses[status].tone}>{statuses[status].name}</Badge>,
    className: 'w-28',
  },
]

interface ChoiceProps {
  chosen: boolean
  onChoose: () => void
  children: ReactNode
}

function Choice({ chosen, onChoose, children }: ChoiceProps) {
  return (
    <Button
      size="sm"
      variant={chosen ? 'primary' : 'outline'}
      aria-pressed={chosen}
      onClick={onChoose}
    >
      {children}
    </Button>
  )
}

function keys<T extends object>(of: T) {
  return Object.keys(of) as (keyof T)[]
}

import { useState } from 'react'

import {
  funnelStepNames,
  type FunnelGroup,
  type ShownFunnel,
} from '../../../contract/intake/funnel.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx'
import { hiddenGroups, stepLabels, textOf } from './funnel-chart.tsx'

const names: Record<FunnelGroup, { title: string; one: string }> = {
  department: { title: 'By department', one: 'Department' },
  institution: { title: 'By institution', one: 'Institution' },
  county: { title: 'By county', one: 'County' },
  gender: { title: 'By gender', one: 'Gender' },
}

/** Rows that a table shows at first. */
const fewRows = 10

interface BreakdownTableProps {
  group: FunnelGroup
  rows: ShownFunnel['breakdowns'][FunnelGroup]
  /** Whether all rows are shown, without a button. */
  isComplete: boolean
}

/** The steps of an intake for each department, institution, county or gender. */
export function BreakdownTable({ group, rows, isComplete }: BreakdownTableProps) {
  const [isOpen, setOpen] = useState(isComplete)
  const { title, one } = names[group]
  const shown = isOpen ? rows : rows?.slice(0, fewRows)
  return (
    <Card className="@container p-5 print:border-0 print:p-0">
      <h2 className="break-after-avoid text-lg">{title}</h2>
      {rows === null ? <p className="mt-2">{hiddenGroups}</p> : null}
      {rows?.length === 0 ? <p className="mt-2 text-muted">No applications yet.</p> : null}
      {shown && shown.length > 0 ? (
        <div className="mt-3">
          <Table aria-label={title}>
            <TableHead>
              <tr>
                <TableHeader className="print:static">{one}</TableHeader>
                {funnelStepNames.map((step) => (
                  <TableHeader
                    key={step}
                    className="w-28 text-right whitespace-normal print:static"
                  >
                    {stepLabels[step]}
                  </TableHeader>
                ))}
              </tr>
            </TableHead>
            <TableBody>
              {shown.map((row) => (
                <TableRow key={row.name} className="break-inside-avoid bg-white">
                  <TableCell className="cards:text-base cards:before:hidden">
                    <span className="font-semibold">{row.name}</span>
                  </TableCell>
                  {funnelStepNames.map((step) => (
                    <TableCell
                      key={step}
                      data-label={stepLabels[step]}
                      className="text-right tabular-nums cards:text-left"
                    >
                      {textOf(row[step])}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      ) : null}
      {rows && rows.length > fewRows && !isComplete ? (
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? `Show the first ${fewRows}` : `Show all ${rows.length}`}
        </Button>
      ) : null}
    </Card>
  )
}

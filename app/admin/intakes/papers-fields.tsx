import type { ReactNode } from 'react'

import {
  ownPapers,
  paperPurposes,
  paperTimes,
  type PaperPurpose,
} from '../../../contract/intake/paper-kinds.ts'
import type { IntakePaper } from '../../../contract/intake/papers.ts'
import { purposeLabels } from '../../../contract/application/staff-questions.ts'
import { cn } from '../../lib/cn.ts'
import { FieldError, Hint, Label } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { paperControl } from './intake-form.ts'

/** When a paper is asked for, as staff read it. */
const paperTimeLabels: Record<IntakePaper['asked'], string> = {
  never: 'Never',
  applying: 'Once applied',
  offer: 'After the offer',
}

const hint =
  'Asked after the offer, nobody pays for papers without a place. Applicants send them on their status page, by so many days before the first day.'

interface PapersFieldsProps {
  /** The papers of the intake when the edit started. */
  papers: IntakePaper[]
  error: string | undefined
  /** The choice below the papers. */
  children: ReactNode
}

/** The papers that an intake asks for: the usual ones, and up to three of its own. */
export function PapersFields({ papers, error, children }: PapersFieldsProps) {
  return (
    <fieldset
      name="papers"
      tabIndex={-1}
      aria-describedby={cn('papers-hint', error && 'papers-error')}
      className={cn('min-w-0', error && 'border-l-4 border-danger pl-4')}
    >
      <legend className="font-semibold">Papers</legend>
      <Hint id="papers-hint">{hint}</Hint>
      <FieldError id="papers-error">{error}</FieldError>
      <ul className="mt-2 divide-y divide-sand-200">
        {paperPurposes.map((purpose) => (
          <PaperRow
            key={purpose}
            purpose={purpose}
            own={ownPapers.findIndex((one) => one === purpose) + 1}
            stored={papers.find((paper) => paper.purpose === purpose)}
          />
        ))}
      </ul>
      {children}
    </fieldset>
  )
}

interface PaperRowProps {
  purpose: PaperPurpose
  /** The number of a paper of the intake's own; 0 of others. */
  own: number
  stored: IntakePaper | undefined
}

function PaperRow({ purpose, own, stored }: PaperRowProps) {
  const label = own > 0 ? `Own paper ${own}` : purposeLabels[purpose]
  const [asked, dueDays, name, name_sw] = (['asked', 'dueDays', 'name', 'name_sw'] as const).map(
    (field) => paperControl(purpose, field),
  ) as [string, string, string, string]
  return (
    <li className="space-y-2 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-40">
          <Label htmlFor={asked}>{label}</Label>
        </div>
        <Select
          id={asked}
          name={asked}
          className="max-w-44"
          defaultValue={stored?.asked ?? (own > 0 ? 'offer' : 'never')}
        >
          {paperTimes.map((time) => (
            <option key={time} value={time}>
              {paperTimeLabels[time]}
            </option>
          ))}
        </Select>
        <Input
          id={dueDays}
          name={dueDays}
          aria-label={`${label}: days before the first day`}
          type="number"
          inputMode="numeric"
          min={0}
          max={365}
          className="max-w-24"
          defaultValue={stored?.dueDays ?? 14}
        />
      </div>
      {own > 0 ? (
        <div className="grid gap-2 @md:grid-cols-2">
          <Input
            name={name}
            aria-label={`${label}: name`}
            placeholder="Name, such as Logbook"
            defaultValue={stored?.name ?? ''}
          />
          <Input
            name={name_sw}
            aria-label={`${label}: name in Kiswahili`}
            placeholder="Name in Kiswahili"
            defaultValue={stored?.name_sw ?? ''}
          />
        </div>
      ) : null}
    </li>
  )
}

/** One line for each paper that is asked for, for the comparison after a conflict. */
export function papersInWords(papers: IntakePaper[] = []) {
  const lines = papers
    .filter(({ asked }) => asked !== 'never')
    .map(
      ({ purpose, name, asked, dueDays }) =>
        `${name ?? purposeLabels[purpose]}: ${paperTimeLabels[asked].toLowerCase()}, ${dueDays} days before`,
    )
  return lines.join('\n') || 'nothing'
}

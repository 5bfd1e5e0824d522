import { PlusIcon, XIcon } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'

import { optionLimits, type QuestionOption } from '../../../contract/intake/intake-questions.ts'
import type { Messages } from '../../forms/use-form.ts'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, fieldControl, Hint } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Fold } from '../fold.tsx'
import { IconButton } from '../icon-button.tsx'
import { MoveButtons } from '../move-buttons.tsx'
import { newOption, optionControl } from './question-form.ts'

interface OptionsFieldProps {
  /** The options as they are stored. */
  stored: readonly QuestionOption[]
  errors: Messages<never>
  /** Whether somebody has answered the question. */
  isAnswered: boolean
  hidden: boolean
  /** Set to true when rows change, which is no event of the form. */
  editedRef: RefObject<boolean>
}

interface OptionRow {
  key: string
  stored?: QuestionOption
  /** Whether the row gets the focus when it appears. */
  isAdded?: true
}

const hint =
  'In the order in which applicants read them. An option may ask one more line once it is chosen.'

/** The options of a question. Rows are added, removed and moved with buttons. */
export function OptionsField({ stored, errors, isAnswered, hidden, editedRef }: OptionsFieldProps) {
  const [rows, setRows] = useState<OptionRow[]>(() => [
    ...stored.map((option) => ({ key: option._id, stored: option })),
    ...emptyRows(optionLimits.fewest - stored.length),
  ])
  const list = useRef<HTMLOListElement>(null)
  const added = useRef(rows.length)
  const error = errors['options']
  const kept = new Set(rows.map(({ key }) => key))
  const removed = stored.filter(({ _id }) => !kept.has(_id))

  function change(next: OptionRow[]) {
    setRows(next)
    editedRef.current = true
  }
  function move(index: number, by: 1 | -1) {
    const next = rows.with(index, rows[index + by]!).with(index + by, rows[index]!)
    change(next)
  }
  function remove(index: number) {
    change(rows.toSpliced(index, 1))
    // The button that had the focus is gone.
    const row = list.current?.children[index]
    const next = row?.nextElementSibling ?? row?.previousElementSibling
    next?.querySelector('input')?.focus()
  }
  function add() {
    change([...rows, { key: `${newOption}${added.current++}`, isAdded: true }])
  }

  return (
    <fieldset
      name="options"
      tabIndex={-1}
      hidden={hidden}
      aria-describedby={cn('options-hint', error && 'options-error')}
      className={cn('min-w-0', error && 'border-l-4 border-danger pl-4')}
    >
      <legend className="font-sans font-semibold">Options</legend>
      <Hint id="options-hint">{hint}</Hint>
      <FieldError id="options-error">{error}</FieldError>
      <ol ref={list} className="mt-2 divide-y divide-sand-200">
        {rows.map((row, index) => (
          <Option
            key={row.key}
            row={row}
            number={index + 1}
            count={rows.length}
            errors={errors}
            onMove={(by) => move(index, by)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {removed.length > 0 ? (
        <p className="mt-2 text-sm">
          Removed: {removed.map(({ label }) => `“${label}”`).join(', ')}.{' '}
          {isAnswered
            ? 'New applicants do not see it. Those who have chosen it keep their answer.'
            : null}
        </p>
      ) : null}
      {rows.length < optionLimits.most ? (
        <Button variant="outline" size="sm" className="mt-2" onClick={add}>
          <PlusIcon aria-hidden="true" /> Add an option
        </Button>
      ) : (
        <p className="mt-2 text-sm text-muted">
          A question has at most {optionLimits.most} options.
        </p>
      )}
    </fieldset>
  )
}

function emptyRows(count: number): OptionRow[] {
  return Array.from({ length: Math.max(0, count) }, (_item, index) => ({
    key: `${newOption}${index}`,
  }))
}

interface OptionProps {
  row: OptionRow
  number: number
  count: number
  errors: Messages<never>
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function Option({ row, number, count, errors, onMove, onRemove }: OptionProps) {
  const { key, stored, isAdded = false } = row
  const name = `option ${number}`
  const { followUp } = stored ?? {}
  // An error opens the line. It stays open once the error is gone: somebody is still typing there.
  const [hasMore, setHasMore] = useState(followUp !== undefined)
  const hasMoreError = [
    errors[optionControl(key, 'followUp')],
    errors[optionControl(key, 'followUp_sw')],
  ].some(Boolean)
  const text = (
    part: Parameters<typeof optionControl>[1],
    label: string,
    value?: string | null,
  ) => (
    <OptionText
      name={optionControl(key, part)}
      label={`Option ${number}${label}`}
      value={value ?? ''}
      placeholder={part.endsWith('_sw') ? 'In Kiswahili' : 'In English'}
      lang={part.endsWith('_sw') ? 'sw' : 'en'}
      error={errors[optionControl(key, part)]}
      isFocused={isAdded && part === 'label'}
    />
  )
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
        <div className="grid min-w-0 flex-1 basis-60 gap-2 sm:grid-cols-2">
          {text('label', '', stored?.label)}
          {text('label_sw', ' in Kiswahili', stored?.label_sw)}
        </div>
        <div className="flex flex-wrap gap-0.5 py-1">
          <MoveButtons of={name} place={number} count={count} onMove={onMove} />
          <IconButton label="Remove" of={name} icon={XIcon} onClick={onRemove} />
        </div>
      </div>
      <Fold
        open={hasMore || hasMoreError}
        onToggle={({ currentTarget }) => setHasMore(currentTarget.open)}
        className="text-sm"
        summary={
          <>
            Ask one more line<span className="sr-only"> after option {number}</span>
          </>
        }
      >
        <div className="grid gap-2 pb-1 sm:grid-cols-2">
          {text('followUp', ': one more line', followUp?.label)}
          {text('followUp_sw', ': one more line in Kiswahili', followUp?.label_sw)}
        </div>
      </Fold>
    </li>
  )
}

interface OptionTextProps {
  name: string
  label: string
  value: string
  placeholder: string
  lang: string
  error: string | undefined
  isFocused: boolean
}

function OptionText({ name, label, value, error, isFocused, ...props }: OptionTextProps) {
  const id = name.replaceAll(' ', '-')
  return (
    <div className="min-w-0">
      <Input
        {...fieldControl({ id, error })}
        name={name}
        aria-label={label}
        defaultValue={value}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- staff have just added the row
        autoFocus={isFocused}
        {...props}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

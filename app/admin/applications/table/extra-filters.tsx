import { type KeyboardEvent, useEffect, useRef } from 'react'

import { extraControl, extraPrefix } from '../../../../contract/intake/extra-controls.ts'
import type { IntakeQuestion } from '../../../../contract/intake/intake-questions.ts'
import { Options } from '../../../forms/record-select.tsx'
import { Input } from '../../../ui/input.tsx'
import { Chip } from '../../chip.tsx'
import { filterControl, FilterField } from '../../lists/filter-field.tsx'
import type { ListState } from '../../lists/use-list-state.ts'
import { filteredQuestions, useQuestionSets } from '../../questions/use-question-sets.ts'
import { rangeIn, rangeOf } from './number-range.ts'

/** The filters by answers to the questions of the chosen intake; empty without an intake. */
export function extraFilters(list: ListState) {
  return intakeIn(list) ? list.filtersFrom(extraPrefix) : {}
}

/** The change of the address that removes these filters: they belong to one intake. */
export function noExtraFilters(list: ListState) {
  return Object.fromEntries(Object.keys(list.filtersFrom(extraPrefix)).map((name) => [name, '']))
}

function intakeIn(list: ListState) {
  const intake = list.filter('intake')
  return intake === 'none' ? '' : intake
}

function useFilteredQuestions(list: ListState) {
  return filteredQuestions(useQuestionSets(intakeIn(list)).data ?? [])
}

/** A control for each question of the chosen intake that has options, a number, or yes and no. */
export function ExtraFilters({ list }: { list: ListState }) {
  return useFilteredQuestions(list).map((question) =>
    question.kind === 'number' ? (
      <NumberFilter key={question._id} question={question} list={list} />
    ) : (
      <OptionFilter key={question._id} question={question} list={list} />
    ),
  )
}

interface FilterProps {
  question: IntakeQuestion
  list: ListState
}

function OptionFilter({ question, list }: FilterProps) {
  const { _id, kind, label, options } = question
  return (
    <FilterField label={label} name={extraControl(_id)} list={list} all="Any answer">
      {kind === 'yes_no' ? (
        <>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </>
      ) : (
        <Options of={options.map((option) => ({ _id: option._id, name: option.label }))} />
      )}
    </FilterField>
  )
}

/** A range is applied once its field is left, or with Enter. */
function NumberFilter({ question: { _id, label }, list }: FilterProps) {
  const name = extraControl(_id)
  const value = list.filter(name)
  const [from, to] = rangeIn(value)
  const inputs = useRef<HTMLDivElement>(null)
  /** The range that was typed here. */
  const known = useRef(value)

  // The URL has changed without these inputs, for example by a chip or the Back button.
  useEffect(() => {
    if (value === known.current) return
    known.current = value
    for (const [index, input] of inputsIn(inputs.current).entries()) {
      input.value = rangeIn(value)[index] ?? ''
    }
  }, [value])

  function apply() {
    const range = rangeOf(inputsIn(inputs.current).map((input) => input.value))
    if (range === known.current) return
    known.current = range
    list.change({ [name]: range })
  }
  const control = {
    type: 'number',
    step: 'any',
    className: filterControl,
    onBlur: apply,
    onKeyDown: ({ key }: KeyboardEvent) => (key === 'Enter' ? apply() : undefined),
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 block font-sans text-sm font-semibold wrap-anywhere">{label}</legend>
      <div ref={inputs} className="flex items-center gap-2 text-sm">
        <Input {...control} aria-label="From" placeholder="From" defaultValue={from} />
        <span aria-hidden="true">–</span>
        <Input {...control} aria-label="To" placeholder="To" defaultValue={to} />
      </div>
    </fieldset>
  )
}

function inputsIn(part: HTMLElement | null) {
  return [...(part?.querySelectorAll('input') ?? [])]
}

/** The chips of the filters by answers, which remove them. */
export function ExtraChips({ list }: { list: ListState }) {
  const questions = useFilteredQuestions(list)
  return Object.entries(extraFilters(list)).map(([name, value]) => {
    const question = questions.find(({ _id }) => extraControl(_id) === name)
    return (
      <Chip key={name} onRemove={() => list.change({ [name]: '' })}>
        {question ? `${question.label}: ${valueWords(question, value)}` : '…'}
      </Chip>
    )
  })
}

function valueWords({ kind, options }: IntakeQuestion, value: string) {
  if (kind === 'yes_no') return value === 'true' ? 'Yes' : 'No'
  if (kind !== 'number') return options.find(({ _id }) => _id === value)?.label ?? value
  const [from, to] = rangeIn(value)
  if (from && to) return `${from} to ${to}`
  return from ? `${from} or more` : `${to} or less`
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { api } from '../../../../contract/api.ts'
import { offerStates } from '../../../../contract/intake/offer.ts'
import { dayInKenya, startOfDayInKenya } from '../../../../contract/time-zone.ts'
import { queryOf } from '../../../api/session.ts'
import { Choices } from '../../../forms/fields.tsx'
import { Options } from '../../../forms/record-select.tsx'
import { todayInKenya } from '../../../lib/today.ts'
import { Button } from '../../../ui/button.tsx'
import { Input, Select } from '../../../ui/input.tsx'
import { useDepartments, useHasIntakes } from '../../intakes/record-choices.tsx'
import { filterControl, FilterField, LabelledFilter } from '../../lists/filter-field.tsx'
import type { ListState } from '../../lists/use-list-state.ts'
import { offerLabels, paperFilterLabels } from '../offer-labels.ts'
import { ExtraFilters } from './extra-filters.tsx'
import type { View } from './views.ts'

interface MoreFiltersProps {
  view: View
  list: ListState
}

/** The filters behind the button "Filter". Each choice applies at once. */
export function MoreFilters({ view, list }: MoreFiltersProps) {
  const hasIntakes = useHasIntakes()
  return (
    <div className="space-y-3 rounded-md border border-line bg-white px-4 py-3">
      <Departments list={list} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-3">
        <PlaceOfStudy list={list} />
        <ReceivedSince list={list} />
        {hasIntakes ? <PlaceSelect view={view} list={list} /> : null}
        <SamePersonSelect list={list} />
        {hasIntakes ? <PapersSelect list={list} /> : null}
        <ExtraFilters list={list} />
      </div>
    </div>
  )
}

/** One button for each department: a list takes two clicks. */
function Departments({ list }: { list: ListState }) {
  const { data = [] } = useDepartments()
  const chosen = list.filter('department')
  return (
    <fieldset className="min-w-0">
      <legend className="font-sans text-sm font-semibold">Department</legend>
      <div className="mt-1 flex flex-wrap gap-2">
        {data.map(({ _id, name }) => (
          <Button
            key={_id}
            size="sm"
            variant={_id === chosen ? 'primary' : 'outline'}
            aria-pressed={_id === chosen}
            onClick={() => list.change({ department: _id === chosen ? '' : _id })}
          >
            {name}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

/** The courses are those of the chosen institution. */
function PlaceOfStudy({ list }: { list: ListState }) {
  const institution = list.filter('institution')
  const institutions = useQuery({
    ...queryOf(['institutions', 'choices'], api.public.institutions),
    meta: { failed: 'Failed to load institutions' },
  })
  const courses = useQuery({
    ...queryOf(['courses', 'choices', institution], api.public.courses, { query: { institution } }),
    meta: { failed: 'Failed to load courses for selected institution.' },
    enabled: institution !== '',
  })
  return (
    <>
      <FilterField
        label="Institution"
        name="institution"
        list={list}
        all="All Institutions"
        andChange={{ course: '' }}
      >
        <Options of={institutions.data ?? []} />
      </FilterField>
      <FilterField
        label="Course"
        name="course"
        list={list}
        all={institution ? 'All courses' : 'Choose an institution first'}
        disabled={!institution}
      >
        {courses.data?.map(({ _id, label }) => (
          <option key={_id} value={_id}>
            {label}
          </option>
        ))}
      </FilterField>
    </>
  )
}

/** Not controlled: while a date is typed part by part, it has no value. */
function ReceivedSince({ list }: { list: ListState }) {
  const since = list.filter('since')
  const input = useRef<HTMLInputElement>(null)
  /** The time that was chosen here. */
  const known = useRef(since)

  // The URL has changed without this input, for example by a chip or the Back button.
  useEffect(() => {
    if (since === known.current) return
    known.current = since
    if (input.current) input.current.value = dayOf(since)
  }, [since])
  return (
    <LabelledFilter label="Received since">
      {(id) => (
        <Input
          id={id}
          ref={input}
          type="date"
          className={filterControl}
          min="2000-01-01"
          max={todayInKenya()}
          defaultValue={dayOf(since)}
          onChange={({ target: { value, validity } }) => {
            if (!validity.valid) return
            known.current = value && startOfDayInKenya(value)
            list.change({ since: known.current })
          }}
        />
      )}
    </LabelledFilter>
  )
}

/** The day of a time in the address, in which people can type anything. */
function dayOf(time: string) {
  return Number.isNaN(Date.parse(time)) ? '' : dayInKenya(time)
}

/** One select for the filters `offer`, `waiting` and `planned`. */
function PlaceSelect({ view, list }: MoreFiltersProps) {
  const isDecided = (state: string) => state === 'declined' || state === 'lapsed'
  const offers = offerStates.filter((state) => view.name !== 'active' || !isDecided(state))
  return (
    <LabelledFilter label="Place">
      {(id) => (
        <Select
          id={id}
          className={filterControl}
          value={placeIn(list)}
          onChange={({ target }) => list.change({ ...noPlace, ...placeFilter(target.value) })}
        >
          <option value="">Offer: any</option>
          <Choices of={offers} say={(state) => offerLabels[state]} />
          {view.name === 'archived' ? null : (
            <>
              <option value="waiting">On the waiting list</option>
              <option value="planned">Planned answer</option>
            </>
          )}
        </Select>
      )}
    </LabelledFilter>
  )
}

function PapersSelect({ list }: { list: ListState }) {
  return (
    <FilterField label="Papers" name="papers" list={list} all="Papers: any">
      <Choices of={Object.keys(paperFilterLabels)} say={(one) => paperFilterLabels[one]!} />
    </FilterField>
  )
}

const noPlace = { offer: '', waiting: '', planned: '' }

function placeIn(list: ListState) {
  if (list.filter('waiting')) return 'waiting'
  return list.filter('planned') ? 'planned' : list.filter('offer')
}

function placeFilter(value: string) {
  if (value === 'waiting' || value === 'planned') return { [value]: 'true' }
  return { offer: value }
}

function SamePersonSelect({ list }: { list: ListState }) {
  const { data } = useQuery(queryOf(['attachments', 'counts'], api.attachments.counts))
  const count = data ? ` (${data.possiblyTwice.toLocaleString('en')})` : ''
  return (
    <FilterField label="Same person" name="sameAs" list={list} all="All applications">
      <option value="open">Possibly twice{count}</option>
    </FilterField>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'

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
      <Labelled label="Institution">
        {(id) => (
          <Select
            id={id}
            className="text-sm lg:h-10"
            value={institution}
            onChange={({ target }) => list.change({ institution: target.value, course: '' })}
          >
            <option value="">All Institutions</option>
            <Options of={institutions.data ?? []} />
          </Select>
        )}
      </Labelled>
      <Labelled label="Course">
        {(id) => (
          <Select
            id={id}
            className="text-sm lg:h-10"
            disabled={!institution}
            value={list.filter('course')}
            onChange={({ target }) => list.change({ course: target.value })}
          >
            <option value="">{institution ? 'All courses' : 'Choose an institution first'}</option>
            {courses.data?.map(({ _id, label }) => (
              <option key={_id} value={_id}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Labelled>
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
    <Labelled label="Received since">
      {(id) => (
        <Input
          id={id}
          ref={input}
          type="date"
          className="text-sm lg:h-10"
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
    </Labelled>
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
    <Labelled label="Place">
      {(id) => (
        <Select
          id={id}
          className="text-sm lg:h-10"
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
    </Labelled>
  )
}

function PapersSelect({ list }: { list: ListState }) {
  return (
    <Labelled label="Papers">
      {(id) => (
        <Select
          id={id}
          className="text-sm lg:h-10"
          value={list.filter('papers')}
          onChange={({ target }) => list.change({ papers: target.value })}
        >
          <option value="">Papers: any</option>
          <Choices of={Object.keys(paperFilterLabels)} say={(one) => paperFilterLabels[one]!} />
        </Select>
      )}
    </Labelled>
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
    <Labelled label="Same person">
      {(id) => (
        <Select
          id={id}
          className="text-sm lg:h-10"
          value={list.filter('sameAs')}
          onChange={({ target }) => list.change({ sameAs: target.value })}
        >
          <option value="">All applications</option>
          <option value="open">Possibly twice{count}</option>
        </Select>
      )}
    </Labelled>
  )
}

interface LabelledProps {
  label: string
  children: (id: string) => ReactNode
}

function Labelled({ label, children }: LabelledProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

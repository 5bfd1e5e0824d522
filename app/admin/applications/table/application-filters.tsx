import {
  declineReasonIds,
  declineReasons,
} from '../../../../contract/application/decline-reasons.ts'
import type { Intake } from '../../../../contract/intake/intake.ts'
import { offerStates } from '../../../../contract/intake/offer.ts'
import { Choices } from '../../../forms/fields.tsx'
import { Options } from '../../../forms/record-select.tsx'
import { Select } from '../../../ui/input.tsx'
import { offerLabels } from '../offer-labels.ts'
import type { View } from './views.ts'
import { useIntakes } from '../../intakes/record-choices.tsx'
import { FilterSelect, filterSelectStyle } from '../../lists/filter-select.tsx'
import { SearchBox } from '../../lists/search-box.tsx'
import type { ListState } from '../../lists/use-list-state.ts'
import { useAdministrators } from '../../intakes/record-choices.tsx'

interface IntakeFiltersProps {
  view: View
  list: ListState
  intakes: Intake[]
}

/** Filters by the intake, and by the place that applications have in it. */
export function IntakeFilters({ view, list, intakes }: IntakeFiltersProps) {
  return (
    <>
      <FilterSelect label="Intake" name="intake" list={list} all="All Intakes" isNarrow>
        <Options of={intakes} />
        <option value="none">Without an intake</option>
      </FilterSelect>
      <PlaceSelect view={view} list={list} />
    </>
  )
}

/** One select for the filters `offer`, `waiting` and `planned`. */
function PlaceSelect({ view, list }: Omit<IntakeFiltersProps, 'intakes'>) {
  const isDecided = (state: string) => state === 'declined' || state === 'lapsed'
  const offers = offerStates.filter((state) => view.name !== 'active' || !isDecided(state))
  return (
    <Select
      aria-label="Place"
      className={filterSelectStyle(true)}
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
  )
}

export const placeFilters = ['offer', 'waiting', 'planned'] as const

const noPlace = { offer: '', waiting: '', planned: '' }

function placeIn(list: ListState) {
  if (list.filter('waiting')) return 'waiting'
  return list.filter('planned') ? 'planned' : list.filter('offer')
}

function placeFilter(value: string) {
  if (value === 'waiting' || value === 'planned') return { [value]: 'true' }
  return { offer: value }
}

/** Filters by the user who works on the applications. */
export function AssigneeFilter({ list }: { list: ListState }) {
  return (
    <FilterSelect label="Assignee" name="assignee" list={list} all="Assigned to: anyone" isNarrow>
      <option value="me">Mine</option>
      <option value="none">Unassigned</option>
      <optgroup label="Assigned to">
        <Options of={useAdministrators()} />
      </optgroup>
    </FilterSelect>
  )
}

/** Search and filters. The active view has no decision filter. */
export function ApplicationFilters({ view, list }: { view: View; list: ListState }) {
  const { data: intakes = [] } = useIntakes()
  const isActive = view.name === 'active'
  return (
    <div className="flex flex-wrap gap-3">
      <SearchBox
        key={view.name}
        list={list}
        placeholder="Search by name, email, institution, course, or department..."
      />
      <FilterSelect label="Status" name="status" list={list} all="All Status">
        <option value="pending">Pending</option>
        <option value="accepted">Accepted</option>
        {isActive ? null : <option value="archived">Archived</option>}
      </FilterSelect>
      {isActive ? null : (
        <FilterSelect label="Decision" name="decision" list={list} all="All Decisions">
          <option value="withdrawn">Withdrawn</option>
          <option value="declined">Declined</option>
          <optgroup label="Declined because">
            <Choices of={declineReasonIds} say={(id) => declineReasons[id]} />
          </optgroup>
        </FilterSelect>
      )}
      {intakes.length > 0 ? <IntakeFilters view={view} list={list} intakes={intakes} /> : null}
      <AssigneeFilter list={list} />
    </div>
  )
}

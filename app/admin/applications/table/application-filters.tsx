import {
  declineReasonIds,
  declineReasons,
} from '../../../../contract/application/decline-reasons.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { SearchBox } from '../../lists/search-box.tsx'
import type { ListState } from '../../lists/use-list-state.ts'
import { AssigneeFilter, IntakeFilters } from './intake-filters.tsx'
import { useIntakes } from '../../intakes/record-choices.tsx'
import type { View } from './views.ts'
import { Choices } from '../../../forms/fields.tsx'

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

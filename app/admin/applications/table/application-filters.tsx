import { ListFilterIcon } from 'lucide-react'
import { useId, useState } from 'react'

import {
  declineReasonIds,
  declineReasons,
} from '../../../../contract/application/decline-reasons.ts'
import { Choices } from '../../../forms/fields.tsx'
import { Options } from '../../../forms/record-select.tsx'
import { cn } from '../../../lib/cn.ts'
import { Button } from '../../../ui/button.tsx'
import { useAdministrators, useIntakes } from '../../intakes/record-choices.tsx'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { SearchBox } from '../../lists/search-box.tsx'
import type { ListState } from '../../lists/use-list-state.ts'
import { noExtraFilters } from './extra-filters.tsx'
import { MoreFilters } from './more-filters.tsx'
import type { View } from './views.ts'

/** Search and filters. A button shows those that are used less, and on phones all of them. */
export function ApplicationFilters({ view, list }: { view: View; list: ListState }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="flex min-w-0 flex-1 basis-72 flex-wrap gap-2 [&>search]:basis-32">
        <SearchBox
          key={view.name}
          list={list}
          placeholder="Search by name, email, institution, course, or department..."
        />
        <Button
          size="sm"
          variant="outline"
          className="shrink-0 whitespace-nowrap"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ListFilterIcon aria-hidden="true" /> Filter
        </Button>
      </div>
      <div
        className={cn('flex basis-full flex-wrap gap-2 sm:contents', !isOpen && 'max-sm:hidden')}
      >
        <UsualFilters view={view} list={list} />
      </div>
      <div id={id} className="min-w-0 basis-full empty:hidden">
        {isOpen ? <MoreFilters view={view} list={list} /> : null}
      </div>
    </div>
  )
}

/** The active view has no decision filter. */
function UsualFilters({ view, list }: { view: View; list: ListState }) {
  const isActive = view.name === 'active'
  const { data: intakes = [] } = useIntakes()
  const administrators = useAdministrators()
  return (
    <>
      <FilterSelect label="Status" name="status" list={list} all="All Status" isNarrow>
        <option value="pending">Pending</option>
        <option value="accepted">Accepted</option>
        {isActive ? null : <option value="archived">Archived</option>}
      </FilterSelect>
      {isActive ? null : (
        <FilterSelect label="Decision" name="decision" list={list} all="All Decisions" isNarrow>
          <option value="withdrawn">Withdrawn</option>
          <option value="declined">Declined</option>
          <optgroup label="Declined because">
            <Choices of={declineReasonIds} say={(reason) => declineReasons[reason]} />
          </optgroup>
        </FilterSelect>
      )}
      {intakes.length > 0 ? (
        <FilterSelect
          label="Intake"
          name="intake"
          list={list}
          all="All Intakes"
          isNarrow
          andChange={noExtraFilters(list)}
        >
          <Options of={intakes} />
          <option value="none">Without an intake</option>
        </FilterSelect>
      ) : null}
      <FilterSelect label="Assignee" name="assignee" list={list} all="All Assignees" isNarrow>
        <option value="me">Mine</option>
        <option value="none">Unassigned</option>
        <optgroup label="Assigned to">
          <Options of={administrators} />
        </optgroup>
      </FilterSelect>
    </>
  )
}

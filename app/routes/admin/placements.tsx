import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { placementFilters } from '../../../contract/intake/placement.ts'
import { DepartmentFilter, IntakeFilter } from '../../admin/intakes/record-choices.tsx'
import { FilterSelect } from '../../admin/lists/filter-select.tsx'
import { ListTable } from '../../admin/lists/list-table.tsx'
import { SearchBox } from '../../admin/lists/search-box.tsx'
import { useExport } from '../../admin/lists/use-export.ts'
import { useListState } from '../../admin/lists/use-list-state.ts'
import { useList, useTotal } from '../../admin/lists/use-list.ts'
import { LoadFailure } from '../../admin/load-failure.tsx'
import { CalendarCard } from '../../admin/placements/calendar-card.tsx'
import { placementColumns } from '../../admin/placements/placement-columns.tsx'
import { PlacementDialog } from '../../admin/placements/placement-dialog.tsx'
import { placementFilterLabels } from '../../admin/placements/placement-state.tsx'
import { WriteButton } from '../../admin/messages/write/write-button.tsx'
import { ScreenHeader } from '../../admin/screen-header.tsx'
import { StatCards } from '../../admin/stat-cards.tsx'
import { sentenceOf } from '../../api/call.ts'
import { queryOf, request } from '../../api/session.ts'
import { Choices } from '../../forms/fields.tsx'
import { DownloadButton } from '../../admin/download-button.tsx'

export const meta = () => [{ title: 'Placements · Back office' }]

/** The attachments of applicants who have confirmed a place. */
export default function Placements() {
  const list = useListState()
  const filters = list.filters(['state', 'department', 'intake'])
  const query = { q: list.q, ...filters, sort: list.sort }
  const page = useList(
    api.placements.list,
    { ...query, page: list.page },
    { name: 'placements', failed: 'Failed to load placements' },
  )
  const exporting = useExport(api.placements.export, () => 'placements.csv')
  const isFiltered = [list.q, ...Object.values(filters)].some(Boolean)
  return (
    <>
      <ScreenHeader title="Placements" lead="Current, upcoming and past attachments.">
        <WriteButton
          total={page.data?.total}
          choose={async () => (await request(api.placements.ids, { query })).ids}
        />
        <DownloadButton isBusy={exporting.isPending} onClick={() => exporting.mutate(query)} />
      </ScreenHeader>
      <div className="mt-4 space-y-4">
        <Stats />
        <div className="flex flex-wrap gap-3">
          <SearchBox list={list} placeholder="Search placements..." />
          <FilterSelect label="State" name="state" list={list} all="All states">
            <Choices of={placementFilters} say={(state) => placementFilterLabels[state]} />
          </FilterSelect>
          <DepartmentFilter list={list} />
          <IntakeFilter list={list} />
        </div>
        <ListTable
          list={list}
          page={page}
          failure={(error) => sentenceOf(error, 'Failed to fetch placements')}
          label="Placements"
          columns={placementColumns(list)}
          empty={
            isFiltered
              ? 'No placements found.'
              : 'No placements yet. An applicant who confirms the offer of a place gets one.'
          }
        />
        <CalendarCard />
      </div>
      {list.open ? (
        <OpenPlacement key={list.open} id={list.open} onClose={() => list.show(null)} />
      ) : null}
    </>
  )
}

/** Cards with the numbers of placements. Each links to its list. */
function Stats() {
  const starting = useTotal(api.placements.list, 'placements', { state: 'starting' })
  const running = useTotal(api.placements.list, 'placements', { state: 'running' })
  const ended = useTotal(api.placements.list, 'placements', { state: 'ended' })
  const card = (state: 'starting' | 'running' | 'ended', value: number | undefined) => ({
    label: placementFilterLabels[state],
    value,
    to: `?state=${state}`,
  })
  return (
    <StatCards
      loads={[starting, running, ended]}
      stats={[
        card('starting', starting.data),
        card('running', running.data),
        card('ended', ended.data),
      ]}
    />
  )
}

interface OpenPlacementProps {
  id: string
  onClose: () => void
}

/** The dialog of a placement, also of one that is on another page of the list. */
function OpenPlacement({ id, onClose }: OpenPlacementProps) {
  const { data, error, refetch } = useQuery({
    ...queryOf(['placements', 'one', id], api.placements.get, { params: { _id: id } }),
    // The dialog begins with this record: a cached one would conflict with the user's own last save.
    gcTime: 0,
  })
  if (data) return <PlacementDialog placement={data} onClose={onClose} />
  if (!error) return null
  return (
    <LoadFailure className="mt-4" onRetry={refetch}>
      {sentenceOf(error, 'Failed to load the placement')}
    </LoadFailure>
  )
}

import { api } from '../../../contract/api.ts'
import type { HistoryEntry } from '../../../contract/history.ts'
import { historyActions, historyEntities } from '../../../contract/values.ts'
import { DataTable, type Column } from '../../admin/data-table.tsx'
import { FilterSelect } from '../../admin/filter-select.tsx'
import { actionNames, entityNames } from '../../admin/history-words.ts'
import { ListBody } from '../../admin/list-body.tsx'
import { Moment } from '../../admin/moment.tsx'
import { ScreenHeader } from '../../admin/screen-header.tsx'
import { useListState } from '../../admin/use-list-state.ts'
import { useList } from '../../admin/use-list.ts'
import { Button } from '../../ui/button.tsx'

export const meta = () => [{ title: 'History · Back office' }]

/** Who did what, newest first; of one record or one user where the address says so. */
export default function History() {
  const list = useListState()
  const filters = list.filters(['action', 'entity', 'user', 'record'])
  const page = useList(
    api.history,
    { ...filters, page: list.page },
    { name: 'history', failed: 'Failed to load the history' },
  )
  return (
    <>
      <ScreenHeader title="History" lead="Who did what, newest first" />
      <div className="mt-4 space-y-4">
        <div className="flex flex-wrap items-center gap-3">
          <FilterSelect label="Action" name="action" list={list} all="All actions">
            {historyActions.map((action) => (
              <option key={action} value={action}>
                {actionNames[action]}
              </option>
            ))}
          </FilterSelect>
          <FilterSelect label="Kind of record" name="entity" list={list} all="All records">
            {historyEntities.map((entity) => (
              <option key={entity} value={entity}>
                {entityNames[entity]}
              </option>
            ))}
          </FilterSelect>
          {filters['record'] || filters['user'] ? (
            <Button variant="outline" onClick={() => list.change({ record: '', user: '' })}>
              Show the history of all {filters['record'] ? 'records' : 'users'}
            </Button>
          ) : null}
        </div>
        <ListBody
          list={page}
          failure="Failed to fetch the history"
          onPage={(next) => list.change({ page: next })}
        >
          <DataTable
            label="History"
            columns={columns}
            rows={page.data?.rows}
            empty="Nothing has been done that fits."
            sort={undefined}
            onSort={() => {}}
            stale={page.isPlaceholderData}
          />
        </ListBody>
      </div>
    </>
  )
}

const columns: Column<HistoryEntry>[] = [
  { header: 'When', cell: ({ createdAt }) => <Moment of={createdAt} /> },
  { header: 'Who', cell: ({ user, action }) => user?.name ?? nobody(action) },
  { header: 'What', cell: ({ action }) => actionNames[action] },
  {
    header: 'Record',
    cell: ({ entity, record }) =>
      entity && `${entityNames[entity]}${record ? `: ${record.name ?? 'deleted'}` : ''}`,
  },
  { header: 'Fields', cell: ({ fields }) => fields?.join(', '), className: 'wrap-anywhere' },
  {
    header: 'Number',
    cell: ({ count }) => count?.toLocaleString('en'),
    className: 'text-right tabular-nums cards:text-left',
  },
]

function nobody(action: HistoryEntry['action']) {
  return action === 'submit' ? 'Applicant' : 'Unknown'
}

import { Link } from 'react-router'

import { api } from '../../../contract/api.ts'
import {
  historyActions,
  historyEntities,
  type HistoryEntry,
  historyKinds,
} from '../../../contract/history.ts'
import { useUsers } from '../../admin/intakes/record-choices.tsx'
import { Chip } from '../../admin/chip.tsx'
import type { Column } from '../../admin/lists/data-table.tsx'
import { FilterSelect } from '../../admin/lists/filter-select.tsx'
import { fieldsText, labelOf, recordPath } from '../../admin/activity/history-labels.ts'
import { useSubject } from '../../admin/activity/use-subject.ts'
import { ListTable } from '../../admin/lists/list-table.tsx'
import { DateTime } from '../../admin/date-time.tsx'
import { ScreenHeader } from '../../admin/screen-header.tsx'
import { type ListState, useListState } from '../../admin/lists/use-list-state.ts'
import { SearchBox } from '../../admin/lists/search-box.tsx'
import { useList } from '../../admin/lists/use-list.ts'
import { sentenceOf } from '../../api/call.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { Options } from '../../forms/record-select.tsx'
import { Choices } from '../../forms/fields.tsx'

export const meta = () => [{ title: 'History · Back office' }]

/** History of changes, the newest entry first. The URL can restrict it to one record or one user. */
export default function History() {
  const list = useListState()
  const filters = list.filters(['action', 'entity', 'user', 'record'])
  const page = useList(
    api.history,
    { ...filters, q: list.q, sort: list.sort, page: list.page },
    { name: 'history', failed: failureOf },
  )
  const subject = useSubject(filters['record'] ?? '', filters['entity'] ?? '')
  return (
    <>
      {subject?.back ? (
        <p className="mb-2">
          <Link className="link py-1 text-sm" to={subject.back.to}>
            {subject.back.text}
          </Link>
        </p>
      ) : null}
      <ScreenHeader title={subject?.title ?? 'History'} lead="Who did what" />
      <div className="mt-4 space-y-4">
        <div className="flex flex-wrap items-center gap-3">
          <SearchBox list={list} placeholder="Search by user or record..." />
          <UserFilter list={list} />
          <FilterSelect label="Action" name="action" list={list} all="All actions">
            <Choices of={historyActions} say={(action) => historyKinds[action].label} />
          </FilterSelect>
          <FilterSelect label="Kind of record" name="entity" list={list} all="All records">
            <Choices of={historyEntities} say={labelOf} />
          </FilterSelect>
        </div>
        {filters['record'] ? (
          <ul aria-label="Filters" className="flex">
            <Chip onRemove={() => list.change({ record: '' })}>
              {subject?.label ?? 'One record'}
            </Chip>
          </ul>
        ) : null}
        <ListTable
          list={list}
          page={page}
          failure={failureOf}
          label="History"
          columns={columns}
          empty="No entries."
        />
      </div>
    </>
  )
}

function failureOf(error: Error) {
  return sentenceOf(error, 'Failed to fetch the history')
}

/** Names in the table link to the users beyond the limit of the select. */
function UserFilter({ list }: { list: ListState }) {
  const chosen = list.filter('user')
  const { data: users = [] } = useUsers()
  return (
    <FilterSelect label="User" name="user" list={list} all="All users">
      {chosen && !users.some(({ _id }) => _id === chosen) ? (
        <option value={chosen}>One user</option>
      ) : null}
      <Options of={users} />
    </FilterSelect>
  )
}

const columns: Column<HistoryEntry>[] = [
  {
    header: 'When',
    sort: 'createdAt',
    cell: ({ createdAt }) => <DateTime of={createdAt} />,
    className: 'w-48',
    card: 'nameless',
  },
  {
    header: 'Who',
    className: 'w-40',
    cell: ({ user, action }) =>
      user ? (
        <Tooltip text={`All that ${user.name} did`} adds>
          <Link className="link py-1" to={`?user=${user._id}`}>
            {user.name}
          </Link>
        </Tooltip>
      ) : (
        actorNames[historyKinds[action].actor]
      ),
  },
  {
    header: 'What',
    sort: 'action',
    cell: ({ action }) => historyKinds[action].label,
    className: 'w-44',
  },
  {
    header: 'Record',
    cell: recordCell,
  },
  { header: 'Fields', cell: fieldsCell },
  {
    header: 'Number',
    cell: ({ count }) => count?.toLocaleString('en'),
    className: 'w-24 text-right tabular-nums cards:text-left',
  },
]

function recordCell(entry: HistoryEntry) {
  const { entity, record } = entry
  if (!entity || !record) return entity && labelOf(entity)
  const path = recordPath(entry)
  if (!path) return `${labelOf(entity)}: ${record.name ?? 'deleted'}`
  return (
    <span>
      {labelOf(entity)}:{' '}
      <Link className="link py-1" to={path}>
        {record.name}
      </Link>
    </span>
  )
}

/** The changed fields, and the reason for accepting beyond the places. */
function fieldsCell(entry: HistoryEntry) {
  const fields = fieldsText(entry)
  if (entry.note === null) return fields
  return (
    <span className="min-w-0">
      {fields}
      <span className="block wrap-anywhere">Reason: {entry.note}</span>
    </span>
  )
}

/** Names of those who acted without a user. */
const actorNames = { user: 'Unknown', applicant: 'Applicant', system: 'The system' }

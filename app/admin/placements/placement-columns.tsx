import { ClipboardListIcon, HistoryIcon, PencilIcon } from 'lucide-react'

import type { Placement } from '../../../contract/intake/placement.ts'
import { formatDate } from '../../lib/staff-dates.ts'
import { IconButton, IconLink } from '../icon-button.tsx'
import type { Column } from '../lists/data-table.tsx'
import { RecordLink } from '../lists/record-link.tsx'
import type { ListState } from '../lists/use-list-state.ts'
import { PhoneLink } from '../phone-link.tsx'
import { PlacementStateBadge } from './placement-state.tsx'

export function placementColumns(list: ListState): Column<Placement>[] {
  return [
    {
      header: 'Name',
      sort: 'name',
      cell: ({ _id, application, institution, institution_name }) => (
        <div className="min-w-0">
          <RecordLink
            list={list}
            id={_id}
            data-opens
            className="link inline-flex items-center font-semibold cards:min-h-11"
          >
            {application.name}
          </RecordLink>
          {institution ? <p className="text-muted">{institution.name}</p> : null}
          {institution_name ? (
            <p className="text-muted">{institution_name} (not in the list)</p>
          ) : null}
        </div>
      ),
      card: 'title',
    },
    {
      header: 'State',
      cell: ({ state }) => <PlacementStateBadge state={state} />,
      className: 'w-28',
      card: 'nameless',
    },
    {
      header: 'Department',
      sort: 'department',
      cell: ({ department }) => department?.name ?? 'N/A',
    },
    { header: 'Intake', cell: ({ intake }) => intake?.name ?? 'N/A' },
    {
      header: 'Starts',
      sort: 'startsOn',
      cell: ({ startsOn }) => formatDate(startsOn),
      className: 'w-24',
    },
    { header: 'Ends', sort: 'endsOn', cell: endOf, className: 'w-24' },
    { header: 'Supervisor', cell: supervisorOf },
    {
      header: 'Actions',
      className: 'w-33',
      card: 'nameless',
      cell: ({ _id, application: { _id: application, name } }) => (
        <div className="flex gap-0.5 cards:-ml-3 cards:flex-wrap">
          <IconButton label="Edit" of={name} icon={PencilIcon} onClick={() => list.show(_id)} />
          <IconLink
            label="Application"
            of={name}
            icon={ClipboardListIcon}
            to={`/admin/industrial-attachments?view=all&open=${application}`}
          />
          <IconLink
            label="History"
            of={name}
            icon={HistoryIcon}
            to={`/admin/history?record=${_id}`}
          />
        </div>
      ),
    },
  ]
}

function endOf({ endsOn, brokenOffOn }: Placement) {
  return formatDate(brokenOffOn ?? endsOn)
}

function supervisorOf({ supervisor, supervisorName, supervisorPhone }: Placement) {
  if (supervisor) return supervisor.name
  if (!supervisorName && !supervisorPhone) return 'Nobody yet'
  return (
    <span>
      {supervisorName}
      {supervisorPhone ? (
        <span className="block">
          <PhoneLink number={supervisorPhone} />
        </span>
      ) : null}
    </span>
  )
}

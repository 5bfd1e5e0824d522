import type { Application } from '../../../../contract/application/application.ts'
import { cn } from '../../../lib/cn.ts'
import {
  ApplicationStatusBadge,
  DeclineReason,
  PlaceNotes,
  TwiceNote,
} from '../../application-status.tsx'
import type { Column } from '../../lists/data-table.tsx'
import { RecordLink } from '../../lists/record-link.tsx'
import type { ListState } from '../../lists/use-list-state.ts'
import type { OpenDialogs } from '../dialogs/decline-dialog.tsx'
import { nameOf } from '../name-of.ts'
import { RowActions } from './row-actions.tsx'
import { RowCheckbox } from './row-checkbox.tsx'
import type { UseDecisions } from '../decisions/use-decisions.ts'
import type { RowSelection } from './use-selection.ts'

interface ColumnsOptions {
  selection: RowSelection
  decisions: UseDecisions
  list: ListState
  dialogs: OpenDialogs
  /** Whether rows offer the waiting list. */
  hasIntakes: boolean
}

/** Columns of the applications table. The first holds the checkbox that selects a row. */
export function columnsOf(options: ColumnsOptions): Column<Application>[] {
  const { selection, decisions, list, dialogs, hasIntakes } = options
  return [
    {
      header: 'Select',
      head: <span className="sr-only">Select</span>,
      cell: (row) => <RowCheckbox selection={selection} id={row._id} name={nameOf(row)} />,
      className: 'w-10 cards:absolute cards:top-0 cards:right-0 cards:w-auto! cards:px-0!',
      card: 'nameless',
    },
    {
      header: 'Student Name',
      sort: 'first_name',
      cell: (application) => (
        <>
          <RecordLink
            list={list}
            id={application._id}
            dir="auto"
            className="-mx-1 inline-flex min-h-8 items-center scroll-my-24 rounded-sm px-1 leading-tight font-semibold text-lagoon-900 underline decoration-sand-300 underline-offset-3 hover:decoration-current cards:mr-10 cards:min-h-11"
            data-opens={application._id}
          >
            {nameOf(application)}
          </RecordLink>
          <TwiceNote of={application} />
        </>
      ),
      className: 'w-31 cards:flex-wrap',
      card: 'title',
    },
    {
      header: 'Email',
      sort: 'email',
      cell: ({ email }) => <Email address={email} />,
      className: 'w-[10.5%]',
      card: 'nameless',
    },
    {
      header: 'Institution',
      sort: 'institution',
      cell: ({ institution, institution_name: typed }) => (
        <RecordName name={institution?.name} typed={typed} />
      ),
      card: 'nameless',
    },
    {
      header: 'Course',
      sort: 'course',
      cell: ({ course, course_name: typed }) => (
        <RecordName name={course?.label} typed={typed} isLong />
      ),
      className: 'w-[18.5%]',
      card: 'nameless',
    },
    {
      header: 'Department',
      sort: 'department',
      cell: ({ department }) => <RecordName name={department?.name} />,
      className: 'w-31',
      card: 'nameless',
    },
    {
      header: 'Year',
      sort: 'year_of_study',
      cell: ({ year_of_study }) => year_of_study,
      className: 'w-17 whitespace-nowrap',
      card: 'beside',
    },
    {
      header: 'Status',
      sort: 'status',
      cell: (application) => (
        <>
          <ApplicationStatusBadge of={application} />
          <DeclineReason of={application} />
          <PlaceNotes of={application} />
        </>
      ),
      className: 'w-32 cards:flex-wrap',
      card: 'beside',
    },
    {
      header: 'Actions',
      cell: (row) => <RowActions application={row} {...{ decisions, dialogs, hasIntakes }} />,
      className: 'w-39',
      card: 'nameless',
    },
  ]
}

/** E-mail address on one line, in full on a card. The tooltip and the detail panel show all of it. */
function Email({ address }: { address: string }) {
  return (
    <span
      title={address}
      className="line-clamp-1 min-w-0 leading-tight break-all cards:line-clamp-none cards:[word-break:normal]"
    >
      {address}
    </span>
  )
}

interface RecordNameProps {
  name: string | undefined
  /** A name that is not in the list. */
  typed?: string | null
  /** Whether the name may have three lines instead of two. */
  isLong?: boolean
}

/** A name cut off after some lines. The tooltip and the detail panel show all of it. */
function RecordName({ name = 'N/A', typed = null, isLong = false }: RecordNameProps) {
  return (
    <div className="min-w-0 leading-tight">
      <span
        className={cn(isLong ? 'line-clamp-3' : 'line-clamp-2', 'cards:line-clamp-none')}
        title={typed ?? name}
      >
        {typed ?? name}
      </span>
      {typed === null ? null : (
        <span className="block text-xs leading-tight text-muted">not in the list</span>
      )}
    </div>
  )
}

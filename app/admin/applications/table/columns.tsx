import type { Application } from '../../../../contract/application/application.ts'
import { ApplicationStatusBadge, DeclineReason, PlaceNotes } from '../../application-status.tsx'
import type { Column } from '../../lists/data-table.tsx'
import type { OpenDialogs } from '../dialogs/decline-dialog.tsx'
import { nameOf } from '../name-of.ts'
import { RowActions } from './row-actions.tsx'
import { RowCheckbox } from './row-checkbox.tsx'
import type { UseDecisions } from '../decisions/use-decisions.ts'
import type { RowSelection } from './use-selection.ts'

interface ColumnsOptions {
  selection: RowSelection
  decisions: UseDecisions
  onOpen: (id: string) => void
  dialogs: OpenDialogs
  /** Whether rows offer the waiting list. The columns of the others are then a little narrower. */
  hasIntakes: boolean
}

/** Columns of the applications table. The first holds the checkbox that selects a row. */
export function columnsOf(options: ColumnsOptions): Column<Application>[] {
  const { selection, decisions, onOpen, dialogs, hasIntakes } = options
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
        <button
          type="button"
          dir="auto"
          className="-mx-1 min-h-8 scroll-my-24 rounded-sm px-1 text-left font-semibold text-lagoon-900 underline decoration-sand-300 underline-offset-3 hover:decoration-current cards:mr-10 cards:min-h-11"
          aria-haspopup="dialog"
          data-opens={application._id}
          onClick={() => onOpen(application._id)}
        >
          {nameOf(application)}
        </button>
      ),
      card: 'title',
    },
    {
      header: 'Email',
      sort: 'email',
      cell: ({ email }) => <Email address={email} />,
      className: hasIntakes ? 'w-[15%]' : 'w-[17%]',
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
      cell: ({ course, course_name: typed }) => <RecordName name={course?.label} typed={typed} />,
      card: 'nameless',
    },
    {
      header: 'Department',
      sort: 'department',
      cell: ({ department }) => <RecordName name={department?.name} />,
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
      className: 'w-26 cards:flex-wrap',
      card: 'beside',
    },
    {
      header: 'Actions',
      cell: (row) => <RowActions application={row} {...{ decisions, dialogs, hasIntakes }} />,
      className: hasIntakes ? 'w-45' : 'w-38',
      card: 'nameless',
    },
  ]
}

/** E-mail address that may break before the @ sign. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

interface RecordNameProps {
  name: string | undefined
  /** A name that is not in the list. */
  typed?: string | null
}

/** A name cut off after two lines. The tooltip and the detail panel show all of it. */
function RecordName({ name = 'N/A', typed = null }: RecordNameProps) {
  return (
    <div className="min-w-0">
      <span className="line-clamp-2 cards:line-clamp-none" title={typed ?? name}>
        {typed ?? name}
      </span>
      {typed === null ? null : (
        <span className="block text-xs leading-tight text-muted">not in the list</span>
      )}
    </div>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  ArchiveIcon,
  ArchiveRestoreIcon,
  CheckIcon,
  DownloadIcon,
  Trash2Icon,
  Undo2Icon,
} from 'lucide-react'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { Attachment } from '../../../contract/attachment.ts'
import { AttachmentStatusBadge } from '../../admin/attachment-status.tsx'
import { ConfirmDialog } from '../../admin/confirm-dialog.tsx'
import { DataTable, type Column } from '../../admin/data-table.tsx'
import { download, fileTimestamp } from '../../admin/download.ts'
import { Pagination } from '../../admin/pagination.tsx'
import { SearchBox } from '../../admin/search-box.tsx'
import { StatCards } from '../../admin/stat-cards.tsx'
import { useAction } from '../../admin/use-action.ts'
import { pageSize, useListState } from '../../admin/use-list-state.ts'
import { request, requestPage } from '../../api/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/input.tsx'

const searchPlaceholder = 'Search by name, email, institution, course, or department...'

export const meta = () => [{ title: 'Applications · Back office' }]

/** The applications: found, filtered, decided on and exported (specification, section 2). */
export default function Attachments() {
  const list = useListState()
  const archived = list.filter('view') === 'archived'
  const status = list.filter('status')
  const filters = { q: list.q, status, view: archived ? 'archived' : 'active' }

  const counts = useQuery({
    queryKey: ['attachments', 'counts'],
    queryFn: ({ signal }) => request(api.attachments.counts, { signal }),
  })
  const query = { ...filters, sort: list.sort, page: list.page, limit: pageSize }
  const page = useQuery({
    queryKey: ['attachments', query],
    queryFn: ({ signal }) => requestPage(api.attachments.list, { query, signal }),
    placeholderData: keepPreviousData,
  })

  const exporting = useAction({
    do: () => request(api.attachments.export, { query: filters }),
    done: (file) => {
      download(file, `industrial_attachments_${fileTimestamp(new Date())}.csv`)
      return 'Export completed successfully'
    },
    failed: 'Failed to export data',
  })

  const rows = page.data?.rows
  const total = counts.data?.[archived ? 'archived' : 'active']
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">
          {archived ? 'Archived Applications' : 'Industrial Attachment Applications'}
          {total === undefined ? '' : ` (${total.toLocaleString('en')})`}
        </h1>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="sm"
            onClick={() => list.reset(archived ? {} : { view: 'archived' })}
          >
            {archived ? 'Show Active' : 'Show Archived'}
          </Button>
          <Button
            variant="outline"
            size="sm"
            disabled={page.isFetching || !rows?.length || exporting.isPending}
            onClick={() => exporting.mutate(undefined)}
          >
            <DownloadIcon aria-hidden="true" /> Export CSV
          </Button>
        </div>
      </header>

      <div className="mt-5 space-y-4">
        {archived ? null : (
          <StatCards
            stats={[
              { label: 'Total Active', value: counts.data?.active },
              { label: 'Pending', value: counts.data?.pending },
              { label: 'Accepted', value: counts.data?.accepted },
              { label: 'Archived', value: counts.data?.archived },
            ]}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <SearchBox
            value={list.q}
            placeholder={searchPlaceholder}
            onSearch={(q) => list.change({ q })}
          />
          <Select
            aria-label="Status"
            className="max-w-48"
            value={status}
            onChange={(event) => list.change({ status: event.target.value })}
          >
            <option value="">All Status</option>
            <option value="pending">Pending</option>
            <option value="accepted">Accepted</option>
            {archived ? <option value="archived">Archived</option> : null}
          </Select>
        </div>
        {page.error ? (
          <Alert role="alert">{page.error.message || 'Failed to fetch applications'}</Alert>
        ) : (
          <div>
            <DataTable
              label={archived ? 'Archived applications' : 'Applications'}
              columns={columns}
              rows={rows}
              empty={
                archived
                  ? 'No archived applications found.'
                  : 'No industrial attachment applications found.'
              }
              sort={list.sort}
              onSort={(sort) => list.change({ sort })}
              stale={page.isPlaceholderData}
            />
            <Pagination
              page={list.page}
              total={page.data?.total ?? 0}
              onPage={(next) => list.change({ page: next })}
            />
          </div>
        )}
      </div>
    </>
  )
}

const columns: Column<Attachment>[] = [
  {
    header: 'Student Name',
    sort: 'first_name',
    cell: ({ first_name, last_name }) => (
      <span className="font-semibold">{`${first_name} ${last_name}`}</span>
    ),
  },
  {
    header: 'Email',
    sort: 'email',
    cell: ({ email }) => email,
    className: 'min-w-36 wrap-anywhere',
  },
  {
    header: 'Institution',
    sort: 'institution',
    cell: ({ institution }) => institution?.name ?? 'N/A',
  },
  { header: 'Course', sort: 'course', cell: ({ course }) => course?.name ?? 'N/A' },
  {
    header: 'Department',
    sort: 'department',
    cell: ({ department }) => department?.name ?? 'N/A',
  },
  {
    header: 'Year',
    sort: 'year_of_study',
    cell: ({ year_of_study }) => year_of_study,
    className: 'whitespace-nowrap',
  },
  {
    header: 'Status',
    sort: 'status',
    cell: (application) => <AttachmentStatusBadge of={application} />,
  },
  {
    header: 'Actions',
    cell: (application) => <RowActions application={application} />,
    className: 'w-0',
  },
]

function RowActions({ application }: { application: Attachment }) {
  const { _id, is_accepted, is_archived } = application
  const name = `${application.first_name} ${application.last_name}`
  const params = { _id }
  const [asking, setAsking] = useState(false)
  const accept = useAction({
    do: () => request(api.attachments.accept, { params }),
    done: ({ message }) => message,
    failed: 'Failed to update acceptance status',
  })
  const archive = useAction({
    do: () => request(api.attachments.archive, { params }),
    done: ({ message }) => message,
    failed: 'Failed to update archive status',
  })
  const remove = useAction({
    do: () => request(api.attachments.remove, { params }),
    done: 'Application deleted successfully',
    failed: 'Failed to delete application',
  })
  const actions = [
    {
      label: is_accepted ? 'Revoke Acceptance' : 'Accept Application',
      icon: is_accepted ? Undo2Icon : CheckIcon,
      action: () => accept.mutate(undefined),
      pending: accept.isPending,
    },
    {
      label: is_archived ? 'Unarchive' : 'Archive',
      icon: is_archived ? ArchiveRestoreIcon : ArchiveIcon,
      action: () => archive.mutate(undefined),
      pending: archive.isPending,
    },
    {
      label: 'Delete',
      icon: Trash2Icon,
      action: () => setAsking(true),
      pending: remove.isPending,
    },
  ]
  return (
    <div className="flex gap-1">
      {actions.map(({ label, icon: Icon, action, pending }) => (
        <Button
          key={label}
          variant="ghost"
          size="icon"
          title={label}
          aria-label={`${label}: ${name}`}
          disabled={pending}
          onClick={action}
        >
          <Icon aria-hidden="true" />
        </Button>
      ))}
      <ConfirmDialog
        open={asking}
        title={`Delete the application of ${name}`}
        question="Are you sure you want to delete this application? This action cannot be undone."
        confirm="Delete"
        onConfirm={() => remove.mutate(undefined)}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

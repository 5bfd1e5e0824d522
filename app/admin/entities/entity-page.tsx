import { HistoryIcon, PencilIcon, PlusIcon, Trash2Icon, UploadIcon } from 'lucide-react'
import { type ComponentType, useState } from 'react'

import { request } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { DateOnly } from '../date-time.tsx'
import { DownloadButton } from '../download-button.tsx'
import { EntityDialog } from './entity-dialog.tsx'
import type { Entity, EntityList, NamedRecord, RecordDialogProps } from './entity.ts'
import { ImportDialog } from './import-dialog.tsx'
import { IconButton, IconLink } from '../icon-button.tsx'
import type { Column } from '../lists/data-table.tsx'
import { type ListPage, ListTable } from '../lists/list-table.tsx'
import { SearchBox } from '../lists/search-box.tsx'
import { useExport } from '../lists/use-export.ts'
import { useListState } from '../lists/use-list-state.ts'
import { useList } from '../lists/use-list.ts'
import { ScreenHeader } from '../screen-header.tsx'
import { useAction } from '../use-action.ts'

type EntityPageProps<Row extends NamedRecord> =
  | { entity: Entity<Row>; dialog?: never; onCreated?: (row: Row) => void }
  | { entity: EntityList<Row>; dialog: ComponentType<RecordDialogProps<Row>> }

/** The screen of an entity such as courses: a list, and a dialog to edit a record. */
export function EntityPage<Row extends NamedRecord>(props: EntityPageProps<Row>) {
  const { entity, dialog: RecordDialog } = props
  const { title, one, plural, calls } = entity
  const list = useListState()
  const [editing, setEditing] = useState<Row | 'new' | null>(null)
  // Here and not in the row: a reply that takes the row out of the list leaves the dialog open.
  const [deleting, setDeleting] = useState<Row | null>(null)
  const remove = useAction({
    do: ({ _id }: Row) => request(calls.remove, { params: { _id } }),
    done: `${one} deleted successfully`,
    failed: `Failed to delete ${one.toLowerCase()}`,
  })
  const [isImporting, setImporting] = useState(false)
  const query = { q: list.q, ...list.filters(entity.filterNames ?? []), sort: list.sort }
  const page = useList(
    calls.list,
    { ...query, page: list.page },
    { name: plural, failed: `Failed to load ${entity.loaded}` },
  )
  const exporting = useExport(calls.export, () => `${plural}.csv`)
  const dialogProps = {
    record: editing === 'new' ? null : editing,
    onClose: () => setEditing(null),
  }

  return (
    <>
      <ScreenHeader title={title}>
        <DownloadButton isBusy={exporting.isPending} onClick={() => exporting.mutate(query)} />
        {entity.import ? (
          <Button variant="outline" size="sm" onClick={() => setImporting(true)}>
            <UploadIcon aria-hidden="true" /> Import CSV
          </Button>
        ) : null}
        <Button size="sm" onClick={() => setEditing('new')}>
          <PlusIcon aria-hidden="true" /> Add {one}
        </Button>
      </ScreenHeader>
      <div className="mt-4 space-y-4">
        {entity.stats}
        <div className="flex flex-wrap gap-3">
          <SearchBox list={list} placeholder={entity.search} />
          {entity.filters?.(list)}
        </div>
        <ListTable
          list={list}
          page={page as ListPage<Row>}
          failure={`Failed to fetch ${entity.loaded}`}
          label={title}
          columns={[
            ...entity.columns,
            actionsOf(entity, {
              onEdit: setEditing,
              onDelete: setDeleting,
              deleted: remove.isPending ? remove.variables._id : undefined,
            }),
          ]}
          empty={entity.empty(Object.values({ ...query, sort: '' }).some(Boolean))}
        />
      </div>
      {entity.import && isImporting ? (
        <ImportDialog
          {...entity.import}
          one={one.toLowerCase()}
          plural={plural}
          onClose={() => setImporting(false)}
        />
      ) : null}
      {editing && RecordDialog ? <RecordDialog {...dialogProps} /> : null}
      {editing && !props.dialog ? (
        <EntityDialog entity={props.entity} onCreated={props.onCreated} {...dialogProps} />
      ) : null}
      {deleting ? (
        <ConfirmDialog
          open
          title={`Delete ${deleting.name}`}
          question={`Are you sure you want to delete this ${one.toLowerCase()}?`}
          confirm="Delete"
          onConfirm={() => {
            setDeleting(null)
            remove.mutate(deleting)
          }}
          onClose={() => setDeleting(null)}
        />
      ) : null}
    </>
  )
}

interface RowActions<Row> {
  onEdit: (row: Row) => void
  onDelete: (row: Row) => void
  /** Id of the record that is being deleted. */
  deleted: string | undefined
}

function actionsOf<Row extends NamedRecord>(
  entity: EntityList<Row>,
  actions: RowActions<Row>,
): Column<Row> {
  return {
    header: 'Actions',
    className: entity.rowActions ? 'w-57' : entity.rowMenu ? 'w-40' : 'w-33',
    card: 'nameless',
    cell: (row) => <EntityActions entity={entity} row={row} {...actions} />,
  }
}

interface EntityActionsProps<Row extends NamedRecord> extends RowActions<Row> {
  entity: EntityList<Row>
  row: Row
}

function EntityActions<Row extends NamedRecord>(props: EntityActionsProps<Row>) {
  const { entity, row, onEdit, onDelete, deleted } = props
  const name = row.name
  const one = entity.one.toLowerCase()
  const isDeleted = row._id === deleted
  return (
    <div className="flex gap-0.5 cards:-ml-3 cards:flex-wrap">
      <IconButton label="Edit" of={name} icon={PencilIcon} onClick={() => onEdit(row)} />
      {/* Always enabled: the closing dialog cannot return the focus to a disabled button. */}
      <IconButton
        label="Delete"
        of={name}
        icon={Trash2Icon}
        aria-disabled={isDeleted || undefined}
        onClick={() => (isDeleted ? undefined : onDelete(row))}
      />
      {entity.rowActions?.(row)}
      <IconLink
        label="History"
        of={name}
        icon={HistoryIcon}
        to={`/admin/history?entity=${one}&record=${row._id}`}
      />
      {entity.rowMenu?.(row)}
    </div>
  )
}

/** Column with the day on which a record was created. */
export const created: Column<{ createdAt: string }> = {
  header: 'Created',
  sort: 'createdAt',
  cell: ({ createdAt }) => <DateOnly of={createdAt} />,
  className: 'w-28',
}

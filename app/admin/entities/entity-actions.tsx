import { HistoryIcon, PencilIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'

import { request } from '../../api/session.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import type { EntityList, NamedRecord } from './entity.ts'
import { IconButton, IconLink } from '../icon-button.tsx'
import { useAction } from '../use-action.ts'

interface EntityActionsProps<Row extends NamedRecord> {
  entity: EntityList<Row>
  row: Row
  onEdit: () => void
}

export function EntityActions<Row extends NamedRecord>(props: EntityActionsProps<Row>) {
  const { entity, row, onEdit } = props
  const [asking, setAsking] = useState(false)
  const name = row.name
  const one = entity.one.toLowerCase()
  const remove = useAction({
    do: () => request(entity.calls.remove, { params: { _id: row._id } }),
    done: `${entity.one} deleted successfully`,
    failed: `Failed to delete ${one}`,
  })
  return (
    <div className="flex gap-0.5 cards:-ml-3 cards:flex-wrap">
      {entity.rowActions?.(row)}
      <IconLink
        label="History"
        of={name}
        icon={HistoryIcon}
        to={`/admin/history?record=${row._id}`}
      />
      <IconButton label="Edit" of={name} icon={PencilIcon} onClick={onEdit} />
      {/* Always enabled: the closing dialog cannot return the focus to a disabled button. */}
      <IconButton
        label="Delete"
        of={name}
        icon={Trash2Icon}
        aria-disabled={remove.isPending || undefined}
        onClick={() => setAsking(!remove.isPending)}
      />
      <ConfirmDialog
        open={asking}
        title={`Delete ${name}`}
        question={`Are you sure you want to delete this ${one}?`}
        confirm="Delete"
        onConfirm={() => {
          setAsking(false)
          remove.mutate(undefined)
        }}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

import {
  ArrowDownIcon,
  ArrowUpIcon,
  EyeIcon,
  EyeOffIcon,
  HistoryIcon,
  PencilIcon,
  SendIcon,
  Trash2Icon,
} from 'lucide-react'

import { api } from '../../../contract/api.ts'
import type { AnyContentItem } from '../../../contract/content/calls.ts'
import { declarationOf, isFixed } from '../../../contract/content/items.ts'
import { request } from '../../api/session.ts'
import { IconButton } from '../icon-button.tsx'
import { type MoreAction, MoreMenu } from '../more-menu.tsx'
import { useAction } from '../use-action.ts'
import type { OpenDialog } from './item-dialogs.tsx'
import { stateNow } from './state-now.ts'

interface ItemActionsProps {
  item: AnyContentItem
  /** Number of items of the collection. */
  count: number
  /** Whether the list is in the order of the page, so that an item can be moved in it. */
  isInOrder: boolean
  onOpen: (dialog: OpenDialog) => void
}

/** The actions of a row. */
export function ItemActions({ item, count, isInOrder, onOpen }: ItemActionsProps) {
  const { name, position } = item
  const open = (kind: Exclude<OpenDialog['kind'], 'new'>) => () => onOpen({ kind, item })
  const move = useMove(item)
  const state = stateNow(item)
  const isRemovable = !isFixed(item.collection)
  const isMovable = isRemovable && isInOrder && declarationOf(item.collection).order !== 'date'
  const actions: (MoreAction | false)[] = [
    { label: 'Versions', icon: HistoryIcon, onSelect: open('versions') },
    isRemovable &&
      (state === 'published' || state === 'scheduled') && {
        label: 'Hide…',
        icon: EyeOffIcon,
        onSelect: open('hide'),
      },
    isMovable && position > 1 && { label: 'Move up', icon: ArrowUpIcon, onSelect: () => move(-1) },
    isMovable &&
      position < count && {
        label: 'Move down',
        icon: ArrowDownIcon,
        onSelect: () => move(1),
      },
    isRemovable && {
      label: 'Delete',
      icon: Trash2Icon,
      danger: true,
      onSelect: open('delete'),
    },
  ]
  return (
    <div className="flex gap-0.5 cards:-ml-3 cards:flex-wrap">
      <IconButton label="Edit" of={name} icon={PencilIcon} onClick={open('edit')} />
      <IconButton label="Preview" of={name} icon={EyeIcon} onClick={open('preview')} />
      <IconButton label="Publish" of={name} icon={SendIcon} onClick={open('publish')} />
      <MoreMenu of={name} actions={actions.filter((action) => action !== false)} />
    </div>
  )
}

/**
 * Moves an item up or down in its collection, from the place that it has by then: with fast keys, the shown one is
 * older. Visitors see the new order at once.
 */
function useMove({ collection, _id, name }: AnyContentItem) {
  const params = { collection, _id }
  const action = useAction({
    do: async (by: 1 | -1) => {
      const { draft, position, updatedAt } = await request(api.content.get, { params })
      const body = { draft, position: position + by, updatedAt }
      return request(api.content.update, { params, body })
    },
    done: ({ position }) => `${name} has place ${position} now`,
    failed: 'Failed to move it',
    scope: `places of ${collection}`,
  })
  return action.mutate
}

import { api } from '../../../contract/api.ts'
import type { AnyContentItem } from '../../../contract/content/calls.ts'
import { collections, type CollectionName } from '../../../contract/content/collections.ts'
import { request } from '../../api/session.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useAction } from '../use-action.ts'
import { ItemDialog, type NextStep } from './item-dialog.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import {
  HideDialog,
  isTranslated,
  PublishDialog,
  publishedSentence,
  publishNow,
} from './publish-dialog.tsx'
import { VersionsDialog } from './versions-dialog.tsx'
import { stateNow } from './state-now.ts'

/** The dialog that is open on the screen, and its item. */
export type OpenDialog =
  | { kind: 'new' }
  | {
      kind: 'edit' | 'preview' | 'publish' | 'schedule' | 'hide' | 'versions' | 'delete'
      item: AnyContentItem
    }

interface ItemDialogsProps {
  collection: CollectionName
  open: OpenDialog
  onOpen: (dialog: OpenDialog | null) => void
}

/** The open dialog. Editing, preview and publishing lead to each other. */
export function ItemDialogs({ collection, open, onOpen }: ItemDialogsProps) {
  const publishing = useAction({
    do: publishNow,
    done: publishedSentence,
    failed: 'Failed to publish',
  })
  const close = () => onOpen(null)
  function follow(step: NextStep, item: AnyContentItem) {
    if (step === 'close') return close()
    // The dialog says what is missing.
    if (step !== 'publish' || item.problems.length > 0 || !isTranslated(item)) {
      return onOpen({ kind: step, item })
    }
    publishing.mutate(item)
    return close()
  }
  const form = (item: AnyContentItem | null, isBlocked = false) => (
    <ItemDialog
      key={item ? `${item._id} ${item.updatedAt}` : 'new'}
      collection={item?.collection ?? collection}
      item={item}
      isBlocked={isBlocked}
      onClose={close}
      onNext={follow}
    />
  )

  switch (open.kind) {
    case 'new':
      return form(null)
    case 'edit':
      return form(open.item)
    case 'preview':
      return (
        <PreviewDialog
          item={open.item}
          onEdit={() => onOpen({ kind: 'edit', item: open.item })}
          onPublish={(step) => follow(step, open.item)}
          onClose={close}
        />
      )
    case 'publish':
    case 'schedule':
      return open.item.problems.length > 0 ? (
        form(open.item, true)
      ) : (
        <PublishDialog
          item={open.item}
          isScheduled={open.kind === 'schedule'}
          onEdit={() => onOpen({ kind: 'edit', item: open.item })}
          onClose={close}
        />
      )
    case 'hide':
      return <HideDialog item={open.item} onClose={close} />
    case 'versions':
      return <VersionsDialog item={open.item} onClose={close} />
    case 'delete':
      return <DeleteDialog item={open.item} onClose={close} />
    default:
      return open satisfies never
  }
}

function DeleteDialog({ item, onClose }: { item: AnyContentItem; onClose: () => void }) {
  const { collection, _id, name } = item
  const { one } = collections[collection]
  const isPublic = stateNow(item) === 'published'
  const remove = useAction({
    do: () => request(api.content.remove, { params: { collection, _id } }),
    done: ({ message }) => message,
    failed: `Failed to delete the ${one}`,
  })
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}`}
      question={`Are you sure you want to delete this ${one} with all its versions?${
        isPublic ? ' It disappears from the website at once.' : ''
      }`}
      confirm="Delete"
      onConfirm={() => {
        onClose()
        remove.mutate(undefined)
      }}
      onClose={onClose}
    />
  )
}

import { api } from '../../../../contract/api.ts'
import type { Application } from '../../../../contract/application/application.ts'
import { request } from '../../../api/session.ts'
import { ConfirmDialog } from '../../confirm-dialog.tsx'
import { useAction } from '../../use-action.ts'
import { nameOf } from '../name-of.ts'

interface DeleteDialogProps {
  application: Application | null
  onClose: () => void
  /** Called after the deletion, before the lists are refetched. */
  onDeleted: (application: Application) => void
}

/** Asks for confirmation, then deletes an application. */
export function DeleteDialog({ application, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useAction({
    do: async (toDelete: Application) => {
      await request(api.attachments.remove, { params: { _id: toDelete._id } })
      onDeleted(toDelete)
    },
    done: 'Application deleted successfully',
    failed: 'Failed to delete application',
    applicantName: nameOf,
  })
  if (!application) return null
  return (
    <ConfirmDialog
      open
      title={`Delete the application of ${nameOf(application)}`}
      question="Are you sure you want to delete this application? This action cannot be undone."
      confirm="Delete"
      onConfirm={() => {
        onClose()
        remove.mutate(application)
      }}
      onClose={onClose}
    />
  )
}

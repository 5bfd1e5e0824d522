import { ConfirmDialog } from '../confirm-dialog.tsx'
import type { Unsaved } from './use-unsaved.ts'

/** Default texts of the confirmation dialog. */
export const discardChanges = {
  title: 'Discard your changes?',
  question: 'What you have changed in this form is not saved.',
  confirm: 'Discard changes',
}

interface DiscardDialogProps extends Partial<typeof discardChanges> {
  leaving: Unsaved
}

/** Confirmation dialog of the unsaved-changes guard. */
export function DiscardDialog({ leaving, ...question }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open={leaving.asking}
      {...discardChanges}
      {...question}
      cancel="Keep editing"
      onConfirm={leaving.leave}
      onClose={leaving.stay}
    />
  )
}

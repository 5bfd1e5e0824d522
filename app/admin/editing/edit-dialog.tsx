import type { ReactNode } from 'react'

import { Dialog, DialogContent } from '../../ui/dialog.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { useHoldSession } from '../hold-session.ts'
import type { Editor } from './use-editor.ts'
import { useUnsaved } from './use-unsaved.ts'

interface EditDialogProps {
  title: string
  className?: string
  editor: Editor
  labels: Record<string, string>
  /** Returns the text of a field's value for the conflict dialog, which has a default. */
  words?: (value: unknown, name: string) => string
  onClose: () => void
  children: ReactNode
}

/**
 * Dialog around the form of one record. It stays open when the session ends. It asks for
 * confirmation before unsaved edits are lost, and shows edit conflicts.
 */
export function EditDialog(props: EditDialogProps) {
  const { title, className, editor, labels, words, onClose, children } = props
  useHoldSession()
  const leaving = useUnsaved(editor, onClose)
  return (
    <Dialog open onOpenChange={leaving.ask}>
      <DialogContent title={title} {...(className && { className })}>
        {children}
        <ConfirmDialog
          open={leaving.asking}
          title="Discard your changes?"
          question="What you have changed in this form is not saved."
          cancel="Keep editing"
          confirm="Discard changes"
          onConfirm={leaving.leave}
          onClose={leaving.stay}
        />
        {editor.conflict ? (
          <ConflictDialog
            conflict={editor.conflict}
            editor={editor}
            labels={labels}
            words={words}
          />
        ) : null}
      </DialogContent>
    </Dialog>
  )
}

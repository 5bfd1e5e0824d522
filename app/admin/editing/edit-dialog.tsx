import type { ComponentProps, ReactNode, RefObject } from 'react'
import { Dialog, DialogBody, DialogContent } from '../../ui/dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { FormFooter } from './form-footer.tsx'
import type { Editor } from './use-editor.ts'
import { type discardChanges, DiscardDialog } from './discard-dialog.tsx'
import { useUnsaved } from './use-unsaved.ts'

interface GuardedDialogProps extends ComponentProps<typeof DialogContent> {
  /** True while the form has unsaved edits. */
  edited: RefObject<boolean>
  /** Another question before unsaved edits are lost. */
  discard?: typeof discardChanges
  onClose: () => void
}

/** Dialog around a form. It asks for confirmation before unsaved edits are lost. */
export function GuardedDialog(props: GuardedDialogProps) {
  const { edited, discard, onClose, children, ...content } = props
  const leaving = useUnsaved(edited, onClose)
  return (
    <Dialog open onOpenChange={leaving.ask}>
      <DialogContent {...content}>
        {children}
        <DiscardDialog leaving={leaving} {...discard} />
      </DialogContent>
    </Dialog>
  )
}

interface EditDialogProps extends Pick<ComponentProps<typeof ConflictDialog>, 'labels' | 'words'> {
  title: string
  className?: string
  editor: Editor
  onClose: () => void
  children: ReactNode
}

/** Dialog around the form of one record. It shows edit conflicts. */
export function EditDialog(props: EditDialogProps) {
  const { title, className, editor, labels, words, onClose, children } = props
  return (
    <GuardedDialog title={title} className={className} edited={editor.edited} onClose={onClose}>
      {children}
      {editor.conflict ? (
        <ConflictDialog conflict={editor.conflict} {...{ editor, labels, words }} />
      ) : null}
    </GuardedDialog>
  )
}

interface FormDialogProps extends EditDialogProps {
  /** The label of the submit button. */
  save: string
  /** True if the messages of the schema replace those of the browser about required fields. */
  noValidate?: boolean
  /** The classes of the fields' container. */
  fieldsClassName?: string
}

/** Dialog with the form of one record and one submit button. */
export function FormDialog(props: FormDialogProps) {
  const { save, noValidate = false, fieldsClassName = '@container space-y-5', ...dialog } = props
  const { editor, children } = dialog
  return (
    <EditDialog {...dialog}>
      <form {...editor.props} noValidate={noValidate} className="flex min-h-0 flex-1 flex-col">
        <DialogBody key={editor.key} className={fieldsClassName}>
          {children}
        </DialogBody>
        <FormFooter save={save} isSending={editor.form.sending} />
      </form>
    </EditDialog>
  )
}

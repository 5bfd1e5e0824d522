import { type ComponentProps, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { Dialog, DialogBody, DialogContent } from '../../ui/dialog.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { FormFooter } from './form-footer.tsx'
import { useHoldSession } from '../hold-session.ts'
import type { Editor } from './use-editor.ts'
import { useBlocker } from 'react-router'

interface GuardedDialogProps extends ComponentProps<typeof DialogContent> {
  /** True while the form has unsaved edits. */
  edited: RefObject<boolean>
  /** The question before unsaved edits are lost. */
  discard: { title: string; question: string; confirm: string }
  onClose: () => void
}

/**
 * Dialog around a form. It stays open when the session ends, and asks for confirmation before unsaved
 * edits are lost.
 */
export function GuardedDialog(props: GuardedDialogProps) {
  const { edited, discard, onClose, children, ...content } = props
  useHoldSession()
  const leaving = useUnsaved(edited, onClose)
  return (
    <Dialog open onOpenChange={leaving.ask}>
      <DialogContent {...content}>
        {children}
        <ConfirmDialog
          open={leaving.asking}
          {...discard}
          cancel="Keep editing"
          onConfirm={leaving.leave}
          onClose={leaving.stay}
        />
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
    <GuardedDialog
      title={title}
      className={className}
      edited={editor.edited}
      discard={{
        title: 'Discard your changes?',
        question: 'What you have changed in this form is not saved.',
        confirm: 'Discard changes',
      }}
      onClose={onClose}
    >
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

/** Unsaved-changes guard: asks for confirmation before the form is closed or the page is left. */
function useUnsaved(editedRef: RefObject<boolean>, close: () => void) {
  const [closing, setClosing] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      editedRef.current && recordIn(currentLocation) !== recordIn(nextLocation),
  )

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (editedRef.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [editedRef])

  return {
    asking: closing || blocker.state === 'blocked',
    /** Closes the form. If there are unsaved edits, asks for confirmation first. */
    ask: () => (editedRef.current ? setClosing(true) : close()),
    leave: () => {
      editedRef.current = false
      if (blocker.state === 'blocked') blocker.proceed()
      else close()
    },
    stay: () => {
      setClosing(false)
      if (blocker.state === 'blocked') blocker.reset()
    },
  }
}

/** The screen, and the record that is open on it. */
function recordIn({ pathname, search }: { pathname: string; search: string }) {
  return `${pathname}?${new URLSearchParams(search).get('open') ?? ''}`
}

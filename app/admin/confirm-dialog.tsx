import { useRef } from 'react'

import { Button } from '../ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../ui/dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  question: string
  cancel?: string
  confirm: string
  variant?: 'danger' | 'primary'
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before data is lost, or before an action on many records. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, question, confirm, onConfirm, onClose } = props
  const { cancel = 'Cancel', variant = 'danger' } = props
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <DialogContent
        title={title}
        description={question}
        role="alertdialog"
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          safe.current?.focus()
        }}
      >
        <DialogFooter>
          <DialogClose asChild>
            <Button ref={safe} variant="outline">
              {cancel}
            </Button>
          </DialogClose>
          <Button variant={variant} onClick={onConfirm}>
            {confirm}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

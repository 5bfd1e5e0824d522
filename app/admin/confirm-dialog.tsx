import { Button } from '../ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../ui/dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  question: string
  confirm: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is lost for good. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, question, confirm, onConfirm, onClose } = props
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <DialogContent title={title} description={question} role="alertdialog">
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button
            variant="danger"
            onClick={() => {
              onConfirm()
              onClose()
            }}
          >
            {confirm}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

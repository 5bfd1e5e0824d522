import { Button } from '../../ui/button.tsx'
import { DialogClose, DialogFooter } from '../../ui/dialog.tsx'

interface EditFooterProps {
  /** The label of the submit button. */
  save: string
  isSending: boolean
}

/** The buttons below the form of one record. */
export function EditFooter({ save, isSending }: EditFooterProps) {
  return (
    <DialogFooter>
      <DialogClose asChild>
        <Button variant="outline">Cancel</Button>
      </DialogClose>
      {/* Always enabled, so that it keeps the focus. Further clicks while sending have no effect. */}
      <Button type="submit" aria-disabled={isSending || undefined}>
        {save}
      </Button>
    </DialogFooter>
  )
}

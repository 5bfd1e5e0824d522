import type { ReactNode } from 'react'

import { Button } from '../../ui/button.tsx'
import { DialogClose, DialogFooter } from '../../ui/dialog.tsx'

/** The footer of a dialog: Cancel, then the buttons that do something. */
export function CancelFooter({ children }: { children: ReactNode }) {
  return (
    <DialogFooter>
      <DialogClose asChild>
        <Button variant="outline">Cancel</Button>
      </DialogClose>
      {children}
    </DialogFooter>
  )
}

interface FormFooterProps {
  save: string
  isSending: boolean
  /** Other buttons, before the submit button. */
  children?: ReactNode
}

/** The footer of a form with one submit button. */
export function FormFooter({ save, isSending, children }: FormFooterProps) {
  return (
    <CancelFooter>
      {children}
      {/* Always enabled, so that it keeps the focus. Further clicks while sending have no effect. */}
      <Button type="submit" aria-disabled={isSending || undefined}>
        {save}
      </Button>
    </CancelFooter>
  )
}

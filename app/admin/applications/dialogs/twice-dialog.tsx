import { DialogBody, focusDialog } from '../../../ui/dialog.tsx'
import { GuardedDialog } from '../../editing/edit-dialog.tsx'
import { CancelFooter } from '../../editing/form-footer.tsx'
import { useIsOpen } from '../../editing/use-is-open.ts'
import type { Deciding, UseDecisions } from '../decisions/use-decisions.ts'
import { AcceptAnywayButton, ReasonField, useReasonForm } from './accept-reason.tsx'

/** A decision that was refused because it accepts a person twice, and the server's sentence. */
export interface RefusedTwice extends Pick<Deciding, 'decision' | 'applications'> {
  message: string
}

interface TwiceDialogProps {
  refused: RefusedTwice
  decide: UseDecisions['decide']
  onClose: () => void
}

/** Asks for a reason to accept the same person twice in an intake. */
export function TwiceDialog({ refused, decide, onClose }: TwiceDialogProps) {
  const isOpen = useIsOpen()
  const form = useReasonForm((reason) => {
    const { decision, applications } = refused
    return decide.mutateAsync({
      decision: { ...decision, twice: true, reason },
      applications,
      onDecided: () => isOpen.current && onClose(),
    })
  })
  return (
    <GuardedDialog
      title="Same person twice"
      description={refused.message}
      edited={form.edited}
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
      onOpenAutoFocus={focusDialog}
    >
      <form {...form.props} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          <ReasonField form={form} />
        </DialogBody>
        <CancelFooter>
          <AcceptAnywayButton form={form} />
        </CancelFooter>
      </form>
    </GuardedDialog>
  )
}

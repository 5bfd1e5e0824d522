import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { Button } from '../../../ui/button.tsx'
import { DialogBody, focusDialog } from '../../../ui/dialog.tsx'
import { GuardedDialog } from '../../editing/edit-dialog.tsx'
import { CancelFooter } from '../../editing/form-footer.tsx'
import { useIsOpen } from '../../editing/use-is-open.ts'
import { nameOf } from '../name-of.ts'
import { canWait } from '../decisions/quiet.ts'
import type { NoPlace, UseDecisions } from '../decisions/use-decisions.ts'
import { AcceptAnywayButton, ReasonField, useReasonForm } from './accept-reason.tsx'

interface NoPlaceDialogProps {
  refused: NoPlace
  decide: UseDecisions['decide']
  onClose: () => void
}

/** Asks what to do with applications for which their intake has no free place. */
export function NoPlaceDialog({ refused, decide, onClose }: NoPlaceDialogProps) {
  const { applications, ...which } = refused
  const isOpen = useIsOpen()
  const close = () => isOpen.current && onClose()
  const hasRoomToWait = applications.some((one) => canWait(one) && !one.waiting)
  const [isOverbooking, setOverbooking] = useState(!hasRoomToWait)
  const form = useReasonForm((reason) => {
    const decision = { ...which, is_accepted: true, overbook: true, reason }
    return decide.mutateAsync({ decision, applications, onDecided: close })
  })
  const element = useRef<HTMLFormElement>(null)
  /** The field of the reason, or the usual answer. */
  const focusFirst = () =>
    element.current?.querySelector<HTMLElement>('input, button:last-child')?.focus()
  const names = applications.map(nameOf)
  const whom = names.length === 1 ? ` for ${names[0]}` : ''
  return (
    <GuardedDialog
      title={`No free place${whom}`}
      description="All places of the intake in this department are taken. Nobody has been told yet."
      edited={form.edited}
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
      onOpenAutoFocus={focusDialog}
    >
      <form {...form.props} ref={element} className="flex min-h-0 flex-1 flex-col">
        {names.length > 1 || isOverbooking ? (
          <DialogBody className="space-y-4">
            {names.length > 1 ? <p className="text-sm">{names.join(', ')}</p> : null}
            {isOverbooking ? <ReasonField form={form} /> : null}
          </DialogBody>
        ) : null}
        <CancelFooter>
          {isOverbooking ? (
            <AcceptAnywayButton form={form} />
          ) : (
            <>
              <Button
                variant="outline"
                onClick={() => {
                  flushSync(() => setOverbooking(true))
                  focusFirst()
                }}
              >
                Accept anyway…
              </Button>
              <Button
                onClick={() =>
                  decide.mutate({
                    decision: { ...which, waiting: true },
                    applications,
                    onDecided: close,
                  })
                }
              >
                Put on the waiting list
              </Button>
            </>
          )}
        </CancelFooter>
      </form>
    </GuardedDialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'

import { useRefusals } from '../../api/session.ts'
import { Dialog, DialogBody, DialogContent, focusDialog } from '../../ui/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Sign-in dialog over a dialog or a filled-in form whose session has ended. */
export function SignInAgain({ email }: { email: string }) {
  const queryClient = useQueryClient()
  return (
    <SessionDialog
      title="Sign in again"
      description="Your session has ended. What you have typed is still here: sign in, then save."
    >
      <DialogBody data-no-toasts>
        <SignInForm
          email={email}
          onSignedIn={async () => {
            toast.success('You are signed in again')
            await queryClient.invalidateQueries()
          }}
        />
      </DialogBody>
    </SessionDialog>
  )
}

interface SessionDialogProps {
  title: string
  description: string
  children: ReactNode
}

/** Dialog over everything. Each request that is refused later reopens it. */
export function SessionDialog({ children, ...words }: SessionDialogProps) {
  const refusals = useRefusals()
  const [closedAt, setClosedAt] = useState<number>()
  return (
    <Dialog open={closedAt !== refusals} onOpenChange={() => setClosedAt(refusals)}>
      <DialogContent
        {...words}
        className="max-w-md"
        onOpenAutoFocus={focusDialog}
        onInteractOutside={(event) => event.preventDefault()}
      >
        {children}
      </DialogContent>
    </Dialog>
  )
}

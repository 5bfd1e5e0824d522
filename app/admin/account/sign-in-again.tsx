import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'

import { useRefusals } from '../../api/session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { Dialog, DialogBody, DialogContent } from '../../ui/dialog.tsx'

/** Sign-in dialog over a dialog whose session has ended. Each later reply 401 reopens it. */
export function SignInAgain({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const refusals = useRefusals()
  const [closedAt, setClosedAt] = useState<number>()
  return (
    <Dialog open={closedAt !== refusals} onOpenChange={() => setClosedAt(refusals)}>
      <DialogContent
        title="Sign in again"
        description="Your session has ended. What you have typed is still here: sign in, then save."
        className="max-w-md"
        onInteractOutside={(event) => event.preventDefault()}
      >
        <DialogBody>
          <SignInForm
            email={email}
            onSignedIn={async () => {
              toast.success('You are signed in again')
              await queryClient.invalidateQueries()
            }}
          />
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

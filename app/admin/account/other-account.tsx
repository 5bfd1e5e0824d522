import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { toast } from 'sonner'

import type { User } from '../../../contract/account/user.ts'
import { adoptAccount } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFooter } from '../../ui/dialog.tsx'
import { mayOpen } from '../screens.ts'
import { SessionDialog } from './sign-in-again.tsx'
import { SignInForm } from './sign-in-form.tsx'

interface OtherAccountProps {
  /** The user for whom this page was opened. */
  before: User
  /** The user who has signed in since, in another tab. */
  now: User
}

/**
 * Dialog over everything after another user has signed in elsewhere in the browser. Until somebody
 * chooses, the page stays as it is and saves nothing.
 */
export function OtherAccount({ before, now }: OtherAccountProps) {
  const queryClient = useQueryClient()
  const { pathname } = useLocation()
  const [isReturning, setIsReturning] = useState(false)

  return (
    <SessionDialog
      title={`You are now signed in as ${now.name}`}
      description={`This browser is signed in with ${now.email}. ${before.name} (${before.email}) opened this page: what was typed is still here, and nothing is saved until you choose.`}
    >
      {isReturning ? (
        <DialogBody data-no-toasts>
          <SignInForm
            email={before.email}
            onSignedIn={async ({ _id }) => {
              setIsReturning(false)
              if (_id === before._id) toast.success('You are signed in again')
              await queryClient.invalidateQueries()
            }}
          />
        </DialogBody>
      ) : (
        <>
          {mayOpen(now, pathname) ? null : (
            <DialogBody>
              {now.name} may not open this screen: going on discards what was typed here.
            </DialogBody>
          )}
          <DialogFooter>
            <Button variant="outline" onClick={() => setIsReturning(true)}>
              Sign in as {before.name}
            </Button>
            <Button
              onClick={() => {
                adoptAccount()
                void queryClient.invalidateQueries()
              }}
            >
              Go on as {now.name}
            </Button>
          </DialogFooter>
        </>
      )}
    </SessionDialog>
  )
}

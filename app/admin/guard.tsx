import { useEffect, useState, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { toast } from 'sonner'

import type { User } from '../../contract/account/user.ts'
import { ApiError } from '../api/call.ts'
import { endSession, isExpiry, signOut, useOtherAccount, useToken } from '../api/session.ts'
import { redirectWithFlash } from '../lib/redirect-with-flash.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useIsSessionHeld } from '../lib/hold-session.ts'
import { isStaff } from './is-staff.ts'
import { OtherAccount } from './account/other-account.tsx'
import { SignInAgain } from './account/sign-in-again.tsx'
import { useMe } from './use-me.ts'

const denied = 'Access denied. Admin privileges required.'

interface GuardProps {
  /** The second argument signs out. The next sign-in then opens the first screen, not this one. */
  children: (user: User, leave: () => void) => ReactNode
}

/**
 * Renders its children for administrators and editors only. If the session ends while a dialog is open or a form
 * of a screen is filled in, or another user signs in in another tab, the children stay mounted. A second dialog
 * then asks what to do.
 */
export function Guard({ children }: GuardProps) {
  const token = useToken()
  const isSessionHeld = useIsSessionHeld()
  const location = useLocation()
  const [known, setKnown] = useState<User>()
  const [left, setLeft] = useState(false)
  const check = useMe()
  const other = useOtherAccount()
  // Until somebody has chosen, the page stays with the user who opened it.
  const user = other ? undefined : check.data
  const { error, isRefetchError } = check
  if (user && user !== known) setKnown(user)

  useEffect(() => {
    // After a first successful check only an expired session counts, not a network error.
    if (!error || (isRefetchError && !isExpiry(error))) return
    const expired = error instanceof ApiError
    toast.error(
      expired
        ? 'Session expired. Please login again.'
        : 'Authentication error. Please login again.',
    )
    endSession()
  }, [error, isRefetchError])

  useEffect(() => {
    if (user && !isStaff(user)) redirectWithFlash(denied, '/')
  }, [user])

  function leave() {
    setLeft(true)
    signOut()
  }

  if (token === null && (left || !isSessionHeld))
    return <Navigate to="/login" replace state={left ? null : { from: location }} />
  return (
    <>
      {known && isStaff(known) ? children(known, leave) : <Checking />}
      {token === null && known ? <SignInAgain email={known.email} /> : null}
      {other ? <OtherAccount {...other} /> : null}
    </>
  )
}

function Checking() {
  return (
    <output className="flex min-h-svh items-center justify-center gap-3 text-muted">
      <Spinner /> Checking your session …
    </output>
  )
}

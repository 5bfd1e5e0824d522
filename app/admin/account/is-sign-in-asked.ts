import { isExpiry, isSignedOut } from '../../api/session.ts'
import { isSessionHeld } from '../../lib/hold-session.ts'

/** True if the sign-in dialog is shown because of this error, which then needs no message. */
export function isSignInAsked(error: unknown) {
  return isExpiry(error) && isSignedOut() && isSessionHeld()
}

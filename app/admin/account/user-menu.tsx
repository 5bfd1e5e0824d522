import { KeyRoundIcon, ShieldIcon } from 'lucide-react'
import type { User } from '../../../contract/account/user.ts'
import { MoreMenu } from '../more-menu.tsx'
import { api } from '../../../contract/api.ts'
import { request } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogContent } from '../../ui/dialog.tsx'
import { DateTime } from '../date-time.tsx'
import { useAction } from '../use-action.ts'

interface UserMenuProps {
  user: User
  onLink: () => void
  onAccess: () => void
}

/** The menu of a user's row: a password link, the second factor and the sessions. */
export function UserMenu({ user, onLink, onAccess }: UserMenuProps) {
  return (
    <MoreMenu
      of={user.name}
      actions={[
        { label: 'Password link', icon: KeyRoundIcon, onSelect: onLink },
        { label: 'Sign-in and sessions', icon: ShieldIcon, onSelect: onAccess },
      ]}
    />
  )
}

/** Turns off the second factor, or ends all sessions, of a user who lost a phone or computer. */
export function UserAccessDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { _id, name } = user
  const reset = useAction({
    do: () => request(api.users.endSecondFactor, { params: { _id } }),
    done: ({ message }) => message,
    failed: 'Failed to turn two-step sign-in off',
  })
  const secondFactorSince = reset.isSuccess ? null : user.secondFactorSince
  const signOut = useAction({
    do: () => request(api.users.endSessions, { params: { _id } }),
    done: ({ message }) => message,
    failed: 'Failed to sign the user out',
  })
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={`Access of ${name}`}>
        <DialogBody className="space-y-6">
          <section>
            <h3 className="font-semibold">Two-step sign-in</h3>
            <p className="mt-1 mb-3 text-muted">
              {secondFactorSince === null ? (
                'Off: the password alone signs in.'
              ) : (
                <>
                  On since <DateTime of={secondFactorSince} />. Turn it off only for somebody whom
                  you have met or called, and who has lost phone and recovery codes.
                </>
              )}
            </p>
            <Button
              variant="outline"
              className={secondFactorSince === null ? 'opacity-60' : undefined}
              isBusy={secondFactorSince === null || reset.isPending}
              onClick={() => reset.mutate(undefined)}
            >
              Turn off two-step sign-in
            </Button>
          </section>
          <section>
            <h3 className="font-semibold">Sessions</h3>
            <p className="mt-1 mb-3 text-muted">
              For a lost or stolen device: whoever has it has to sign in again.
            </p>
            <Button
              variant="outline"
              isBusy={signOut.isPending}
              onClick={() => signOut.mutate(undefined)}
            >
              Sign out everywhere
            </Button>
          </section>
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

import { KeyRoundIcon, ShieldIcon } from 'lucide-react'
import { useState } from 'react'

import type { User } from '../../../contract/account/user.ts'
import { MoreMenu } from '../more-menu.tsx'
import { UserAccessDialog } from './user-access-dialog.tsx'

/** The menu of a user's row: a password link, the second factor and the sessions. */
export function UserMenu({ user, onLink }: { user: User; onLink: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <MoreMenu
        of={user.name}
        actions={[
          { label: 'Password link', icon: KeyRoundIcon, onSelect: onLink },
          {
            label: 'Sign-in and sessions',
            icon: ShieldIcon,
            onSelect: () => setIsOpen(true),
          },
        ]}
      />
      {isOpen ? <UserAccessDialog user={user} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

import { KeyRoundIcon, ShieldIcon } from 'lucide-react'
import { useState } from 'react'

import type { User } from '../../../contract/account/user.ts'
import { MoreMenu } from '../more-menu.tsx'
import { PasswordLinkDialog, usePasswordLink } from './password-link.tsx'
import { UserAccessDialog } from './user-access-dialog.tsx'

/** The menu of a user's row: a password link, the second factor and the sessions. */
export function UserMenu({ user }: { user: User }) {
  const link = usePasswordLink()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <MoreMenu
        of={user.name}
        actions={[
          { label: 'Password link', icon: KeyRoundIcon, onSelect: () => link.mutate(user) },
          {
            label: 'Sign-in and sessions',
            icon: ShieldIcon,
            onSelect: () => setIsOpen(true),
          },
        ]}
      />
      <PasswordLinkDialog link={link} />
      {isOpen ? <UserAccessDialog user={user} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

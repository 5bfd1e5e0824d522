import { useMutation } from '@tanstack/react-query'
import { KeyRoundIcon } from 'lucide-react'
import { toast } from 'sonner'

import { api } from '../../../contract/api.ts'
import type { User } from '../../../contract/account/user.ts'
import { sentenceOf } from '../../api/call.ts'
import { request } from '../../api/session.ts'
import { IconButton } from '../icon-button.tsx'
import { LinkDialog } from '../one-time-link.tsx'

/** Creates a one-time link with which a user sets a password, and shows it. */
export function PasswordLinkButton({ user }: { user: User }) {
  const link = useMutation({
    mutationFn: () => request(api.users.passwordLink, { params: { _id: user._id } }),
    onError: (error) => toast.error(sentenceOf(error, 'Failed to make a password link')),
  })
  return (
    <>
      <IconButton
        label="Password link"
        of={user.name}
        icon={KeyRoundIcon}
        disabled={link.isPending}
        onClick={() => link.mutate()}
      />
      {link.data ? (
        <LinkDialog
          id="password-link"
          title={`Password link for ${user.name}`}
          link={link.data}
          emailed={`The link has been e-mailed to ${user.email}.`}
          onClose={link.reset}
        />
      ) : null}
    </>
  )
}

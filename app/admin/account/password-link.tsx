import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'

import { api } from '../../../contract/api.ts'
import type { User } from '../../../contract/account/user.ts'
import { sentenceOf } from '../../api/call.ts'
import { request } from '../../api/session.ts'
import { LinkDialog } from '../one-time-link.tsx'

type Whose = Pick<User, '_id' | 'name' | 'email'>

/** Creates a one-time link with which a user sets a password. `PasswordLinkDialog` shows it. */
export function usePasswordLink() {
  return useMutation({
    mutationFn: ({ _id }: Whose) => request(api.users.passwordLink, { params: { _id } }),
    onError: (error) => toast.error(sentenceOf(error, 'Failed to make a password link')),
  })
}

export function PasswordLinkDialog({ link }: { link: ReturnType<typeof usePasswordLink> }) {
  const { data, variables: user } = link
  if (!data || !user) return null
  return (
    <LinkDialog
      id="password-link"
      title={`Password link for ${user.name}`}
      purpose={`With this link, ${user.name} sets a password to sign in with.`}
      link={data}
      emailed={`It has been e-mailed to ${user.email}.`}
      onClose={link.reset}
    />
  )
}

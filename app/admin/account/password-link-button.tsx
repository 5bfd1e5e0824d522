import { useMutation } from '@tanstack/react-query'
import { KeyRoundIcon } from 'lucide-react'
import { toast } from 'sonner'

import { api } from '../../../contract/api.ts'
import type { PasswordLink, User } from '../../../contract/account/user.ts'
import { sentenceOf } from '../../api/call.ts'
import { request } from '../../api/session.ts'
import { Dialog, DialogBody, DialogContent } from '../../ui/dialog.tsx'
import { IconButton } from '../icon-button.tsx'
import { useHoldSession } from '../hold-session.ts'
import { OneTimeLink } from '../one-time-link.tsx'

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
      {link.data ? <LinkDialog user={user} link={link.data} onClose={link.reset} /> : null}
    </>
  )
}

interface LinkDialogProps {
  user: User
  link: PasswordLink
  onClose: () => void
}

function LinkDialog({ user, link, onClose }: LinkDialogProps) {
  useHoldSession()
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Password link for ${user.name}`}
        description={
          link.emailed
            ? `The link has been e-mailed to ${user.email}.`
            : 'The link has not been e-mailed. Copy it and hand it over.'
        }
      >
        <DialogBody>
          <OneTimeLink id="password-link" url={link.url} expiresAt={link.expiresAt} />
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

import { type ReactNode, useRef, useState } from 'react'

import type { Application } from '../../contract/application/application.ts'
import type { OneTimeLink } from '../../contract/one-time-link.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent } from '../ui/dialog.tsx'
import { nameOf } from './applications/name-of.ts'
import { CancelFooter } from './editing/form-footer.tsx'
import { LinkDialog } from './one-time-link.tsx'
import { useAction } from './use-action.ts'

interface RequestLinkButtonProps {
  application: Application
  /** The label of the button that opens the dialog, and of the one that asks. */
  label: string
  /** Words after the label, for screen readers. */
  about?: ReactNode
  className?: string
  /** Title and text of the dialog. */
  title: string
  description: string
  /** Makes the link, and e-mails another one. */
  request: () => Promise<OneTimeLink>
  /** The sentence about what the link is for. */
  purpose: string
}

/** Asks an applicant for something by means of a one-time link, which staff can hand over. */
export function RequestLinkButton(props: RequestLinkButtonProps) {
  const { application, label, about, className, title, description, request, purpose } = props
  const [isAsking, setIsAsking] = useState(false)
  const [link, setLink] = useState<OneTimeLink>()
  const opener = useRef<HTMLButtonElement>(null)
  const asking = useAction({
    do: request,
    done: ({ emailed }) =>
      emailed ? 'The e-mail with the link is on its way' : 'The link is ready to be copied',
    failed: 'Failed to make a link',
    onDone: (made) => {
      setIsAsking(false)
      setLink(made)
    },
    applicantName: () => nameOf(application),
  })
  return (
    <>
      <Button
        ref={opener}
        size="sm"
        variant="outline"
        className={className}
        onClick={() => setIsAsking(true)}
      >
        {label} {about}
      </Button>
      {isAsking ? (
        <Dialog open onOpenChange={() => setIsAsking(false)}>
          <DialogContent
            title={title}
            description={description}
            onKeyDown={(event) => event.stopPropagation()}
          >
            <CancelFooter>
              <Button
                aria-disabled={asking.isPending || undefined}
                onClick={() => (asking.isPending ? undefined : asking.mutate(undefined))}
              >
                {label}
              </Button>
            </CancelFooter>
          </DialogContent>
        </Dialog>
      ) : null}
      {link ? (
        <LinkDialog
          id="applicant-link"
          title={`Link for ${nameOf(application)}`}
          purpose={purpose}
          link={link}
          emailed={`An e-mail with it is on its way to ${application.email}. If it does not arrive, hand over this link.`}
          onClose={() => setLink(undefined)}
          // The dialog in which staff asked, and had the focus, is gone.
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            opener.current?.focus()
          }}
        />
      ) : null}
    </>
  )
}

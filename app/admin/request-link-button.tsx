import { createContext, type ReactNode, use, useState } from 'react'

import type { Application } from '../../contract/application/application.ts'
import type { OneTimeLink } from '../../contract/one-time-link.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogContent } from '../ui/dialog.tsx'
import { nameOf } from './applications/name-of.ts'
import { CancelFooter } from './editing/form-footer.tsx'
import { LinkBody, linkSentences } from './one-time-link.tsx'
import { useAction } from './use-action.ts'

interface LinkRequest {
  application: Application
  /** The label of the button that opens the dialog, and of the one that asks. */
  label: string
  /** Title and text of the dialog. */
  title: string
  description: string
  /** Makes the link, and e-mails another one. */
  request: () => Promise<OneTimeLink>
  /** The sentence about what the link is for. */
  purpose: string
}

interface RequestLinkButtonProps extends LinkRequest {
  /** Words after the label, for screen readers. */
  about?: ReactNode
  className?: string
}

/** Asks an applicant for something by means of a one-time link, which staff can hand over. */
export function RequestLinkButton({ about, className, ...asked }: RequestLinkButtonProps) {
  const onAsk = use(AskContext)
  return (
    <Button size="sm" variant="outline" className={className} onClick={() => onAsk(asked)}>
      {asked.label} {about}
    </Button>
  )
}

const AskContext = createContext<(asked: LinkRequest) => void>(() => {})

/** Holds the dialogs of its buttons. A button that disappears with what it asks for leaves them open. */
export function LinkRequests({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<LinkRequest | null>(null)
  return (
    <AskContext value={setAsked}>
      {children}
      {asked ? <RequestLinkDialog {...asked} onClose={() => setAsked(null)} /> : null}
    </AskContext>
  )
}

/** Asks for confirmation, then shows the link. */
function RequestLinkDialog(props: LinkRequest & { onClose: () => void }) {
  const { application, label, title, description, request, purpose, onClose } = props
  const [link, setLink] = useState<OneTimeLink>()
  const asking = useAction({
    do: request,
    done: ({ emailed }) =>
      emailed ? 'The e-mail with the link is on its way' : 'The link is ready to be copied',
    failed: 'Failed to make a link',
    onDone: setLink,
    applicantName: () => nameOf(application),
  })
  const emailed = `An e-mail with it is on its way to ${application.email}. If it does not arrive, hand over this link.`
  // One dialog for both: closing it returns the focus to the button.
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={link ? `Link for ${nameOf(application)}` : title}
        description={link ? linkSentences(link, purpose, emailed) : description}
      >
        {link ? (
          <LinkBody id="applicant-link" link={link} />
        ) : (
          <CancelFooter>
            <Button isBusy={asking.isPending} onClick={() => asking.mutate(undefined)}>
              {label}
            </Button>
          </CancelFooter>
        )}
      </DialogContent>
    </Dialog>
  )
}

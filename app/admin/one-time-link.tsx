import { CopyIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import type { OneTimeLink } from '../../contract/one-time-link.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogContent, focusDialog } from '../ui/dialog.tsx'
import { Field, fieldControl } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { copy } from './clipboard.ts'
import { DateTime } from './date-time.tsx'

interface LinkDialogProps {
  id: string
  title: string
  /** The sentence about what the link is for. */
  purpose: string
  link: OneTimeLink
  /** The sentence about an e-mail with the link. */
  emailed: string
  onClose: () => void
}

/** Shows a link that works once. The server shows it only once. */
export function LinkDialog({ id, title, purpose, link, emailed, onClose }: LinkDialogProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={title}
        description={linkSentences(link, purpose, emailed)}
        onOpenAutoFocus={focusDialog}
      >
        <LinkBody id={id} link={link} />
      </DialogContent>
    </Dialog>
  )
}

/** Description of the dialog: the purpose of the link, and whether it was e-mailed. */
export function linkSentences(link: OneTimeLink, purpose: string, emailed: string) {
  const sending = link.emailed
    ? emailed
    : 'The link has not been e-mailed. Copy it and hand it over.'
  return `${purpose} ${sending}`
}

export function LinkBody({ id, link }: Pick<LinkDialogProps, 'id' | 'link'>) {
  return (
    <DialogBody>
      <CopyableLink id={id} label="One-time link" url={link.url}>
        It works once, until <DateTime of={link.expiresAt} />. It is not shown again.
      </CopyableLink>
    </DialogBody>
  )
}

interface CopyableLinkProps {
  id: string
  label: string
  url: string
  /** The sentence below the link. */
  children: ReactNode
}

/** A secret link, with a button to copy it. */
export function CopyableLink({ id, label, url, children }: CopyableLinkProps) {
  return (
    <>
      <Field id={id} label={label}>
        <div className="flex gap-2">
          <Input
            {...fieldControl({ id })}
            className="font-mono text-sm"
            readOnly
            value={url}
            onFocus={(event) => event.target.select()}
          />
          <Button className="shrink-0" onClick={() => void copy(url, 'Link copied')}>
            <CopyIcon aria-hidden="true" /> Copy
          </Button>
        </div>
      </Field>
      <p className="mt-3 text-sm text-muted">{children}</p>
    </>
  )
}

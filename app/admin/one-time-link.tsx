import { CopyIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '../ui/button.tsx'
import { Field, fieldControl } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { copy } from './clipboard.ts'
import { DateTime } from './date-time.tsx'

interface OneTimeLinkProps {
  id: string
  url: string
  expiresAt: string
}

/** A link that works once. The server shows it only once. */
export function OneTimeLink({ id, url, expiresAt }: OneTimeLinkProps) {
  return (
    <CopyableLink id={id} label="One-time link" url={url}>
      It works once, until <DateTime of={expiresAt} />. It is not shown again.
    </CopyableLink>
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

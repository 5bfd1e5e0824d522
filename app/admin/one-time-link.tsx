import { CopyIcon } from 'lucide-react'

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

/** A link that the server shows only once, with a button to copy it. */
export function OneTimeLink({ id, url, expiresAt }: OneTimeLinkProps) {
  return (
    <>
      <Field id={id} label="One-time link">
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
      <p className="mt-3 text-sm text-muted">
        It works once, until <DateTime of={expiresAt} />. It is not shown again.
      </p>
    </>
  )
}

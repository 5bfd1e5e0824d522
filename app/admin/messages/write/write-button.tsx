import { MailIcon } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../../ui/button.tsx'
import { WriteDialog } from './write-dialog.tsx'

interface WriteButtonProps {
  /** Number of applications in the choice; undefined while it loads. */
  total: number | undefined
  /** Reads the ids of the applications. */
  choose: () => Promise<string[]>
}

/** Button that writes to the applicants of a list. */
export function WriteButton({ total = 0, choose }: WriteButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" disabled={total === 0} onClick={() => setOpen(true)}>
        <MailIcon aria-hidden="true" />
        <span>
          Write to {total.toLocaleString('en')}
          <span className="sr-only"> {total === 1 ? 'applicant' : 'applicants'}</span>
        </span>
      </Button>
      {isOpen ? <WriteDialog choose={choose} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

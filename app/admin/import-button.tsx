import { UploadIcon } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../ui/button.tsx'
import { ImportDialog } from './import-dialog.tsx'

export interface ImportOf {
  of: 'institutions' | 'courses'
  /** The headings that a file must have. */
  columns: readonly string[]
}

/** Opens the import of a screen. */
export function ImportButton(props: ImportOf) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <UploadIcon aria-hidden="true" /> Import CSV
      </Button>
      {open ? <ImportDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

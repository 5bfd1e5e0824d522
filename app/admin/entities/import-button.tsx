import { UploadIcon } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../ui/button.tsx'
import { ImportDialog, type ImportOf } from './import-dialog.tsx'

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

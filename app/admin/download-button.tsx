import { DownloadIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import { Button } from '../ui/button.tsx'

export function DownloadButton({
  children = 'Export CSV',
  ...props
}: ComponentProps<typeof Button>) {
  return (
    <Button variant="outline" size="sm" {...props}>
      <DownloadIcon aria-hidden="true" /> {children}
    </Button>
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogContent } from '../ui/dialog.tsx'
import { DateTime } from './date-time.tsx'
import { LoadState } from './load-failure.tsx'
import { useAction } from './use-action.ts'

interface SavedVersion {
  version: number
  updatedAt: string
  updatedBy: { name: string } | null
}

interface VersionListDialogProps<Version extends SavedVersion, Stored> {
  title: string
  description: string
  versions: UseQueryResult<Version[]>
  /** The words beside the newest version in place of a button; null if it can be restored, too. */
  current: string | null
  restore: (version: number) => Promise<Stored>
  /** The toast after a version was restored. */
  restored: (version: number) => string
  onRestored: (stored: Stored) => void
  renderBadge?: (version: Version) => ReactNode
  /** The words where nobody is known to have saved a version. */
  nobody?: string
  children: (version: Version) => ReactNode
  onClose: () => void
}

/** The last versions of a text: who saved them, when, and what they are. Each can be restored. */
export function VersionListDialog<Version extends SavedVersion, Stored>(
  props: VersionListDialogProps<Version, Stored>,
) {
  const { title, description, versions, current, onRestored, onClose, children } = props
  const { renderBadge, nobody = '' } = props
  const restore = useAction({
    do: props.restore,
    done: (_stored, version: number) => props.restored(version),
    failed: 'Failed to restore the version',
    onDone: onRestored,
  })
  const [latest] = versions.data ?? []
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={title} description={description} className="max-w-2xl">
        <DialogBody>
          <LoadState query={versions} failure="Failed to load the versions" skeleton="h-24" />
          {versions.data?.length === 0 ? <p>There are none yet.</p> : null}
          <ol className="space-y-3">
            {versions.data?.map((one) => (
              <li key={one.version} className="rounded-md border border-line bg-white p-3">
                <h3 className="flex flex-wrap items-center gap-2 text-base font-semibold">
                  Version {one.version}
                  {renderBadge?.(one)}
                </h3>
                <p className="text-sm text-muted">
                  <DateTime of={one.updatedAt} />
                  {one.updatedBy ? `, by ${one.updatedBy.name}` : nobody}
                </p>
                {children(one)}
                {one === latest && current ? (
                  <p className="mt-2 text-sm text-muted">{current}</p>
                ) : (
                  <Button
                    variant="outline"
                    size="sm"
                    className="mt-2"
                    aria-disabled={restore.isPending || undefined}
                    onClick={() => {
                      if (!restore.isPending) restore.mutate(one.version)
                    }}
                  >
                    Restore <span className="sr-only">version {one.version}</span>
                  </Button>
                )}
              </li>
            ))}
          </ol>
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

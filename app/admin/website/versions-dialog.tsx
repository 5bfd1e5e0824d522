import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { AnyContentItem, ContentVersion } from '../../../contract/content/calls.ts'
import { queryOf, request } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogContent } from '../../ui/dialog.tsx'
import { DateTime } from '../date-time.tsx'
import { LoadState } from '../load-failure.tsx'
import { useAction } from '../use-action.ts'
import { labelsOf, wordsIn } from './item-values.ts'

interface VersionsDialogProps {
  item: AnyContentItem
  onClose: () => void
}

/** The last versions of an item's draft: who saved them, when, and what changed. */
export function VersionsDialog({ item, onClose }: VersionsDialogProps) {
  const { collection, _id, updatedAt } = item
  const versions = useQuery(
    queryOf(['content', 'versions', _id, updatedAt], api.content.versions, {
      params: { collection, _id },
    }),
  )
  const restore = useAction({
    do: (version: number) =>
      request(api.content.restore, { params: { collection, _id }, body: { version, updatedAt } }),
    done: (_item, version) =>
      `Version ${version} is the draft now. Visitors see no difference yet.`,
    failed: 'Failed to restore the version',
  })
  const [latest] = versions.data ?? []
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Versions of ${item.name}`}
        description="The last 50 versions. Restoring one makes it the draft, as a new version."
        className="max-w-2xl"
      >
        <DialogBody>
          <LoadState query={versions} failure="Failed to load the versions" skeleton="h-24" />
          <ol className="space-y-3">
            {versions.data?.map((version) => (
              <li key={version.version} className="rounded-md border border-line bg-white p-3">
                <Version item={item} version={version} />
                {version === latest ? (
                  <p className="mt-2 text-sm text-muted">Current draft</p>
                ) : (
                  <Button
                    variant="outline"
                    size="sm"
                    className="mt-2"
                    aria-disabled={restore.isPending || undefined}
                    onClick={() => {
                      if (restore.isPending) return
                      restore.mutate(version.version, { onSuccess: onClose })
                    }}
                  >
                    Restore <span className="sr-only">version {version.version}</span>
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

function Version({ item, version }: { item: AnyContentItem; version: ContentVersion }) {
  const labels = labelsOf(item)
  const words = wordsIn(item)
  const { fields, draft, updatedAt, updatedBy, published } = version
  return (
    <>
      <h3 className="flex flex-wrap items-center gap-2 text-base font-semibold">
        Version {version.version}
        {published ? <Badge tone="good">Published</Badge> : null}
      </h3>
      <p className="text-sm text-muted">
        <DateTime of={updatedAt} />
        {updatedBy ? `, by ${updatedBy.name}` : ', first content'}
      </p>
      {fields.length > 0 ? (
        <details className="mt-1 text-sm">
          <summary className="min-h-11 cursor-pointer py-2.5">
            {fields.length === Object.keys(labels).length
              ? 'All fields'
              : `Changed: ${fields.map((field) => labels[field] ?? field).join(', ')}`}
          </summary>
          <dl className="mt-1 space-y-2">
            {fields.map((field) => (
              <div key={field}>
                <dt className="font-semibold">{labels[field] ?? field}</dt>
                <dd className="wrap-anywhere whitespace-pre-line">{words(draft[field], field)}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </>
  )
}

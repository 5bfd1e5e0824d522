import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { AnyContentItem, ContentVersion } from '../../../contract/content/calls.ts'
import { queryOf, request } from '../../api/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Fold } from '../fold.tsx'
import { VersionListDialog } from '../version-list-dialog.tsx'
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
  return (
    <VersionListDialog
      title={`Versions of ${item.name}`}
      description="The last 50 versions. Restoring one makes it the draft, as a new version."
      versions={versions}
      current="Current draft"
      restore={(version) =>
        request(api.content.restore, { params: { collection, _id }, body: { version, updatedAt } })
      }
      restored={(version) => `Version ${version} is the draft now. Visitors see no difference yet.`}
      onRestored={onClose}
      renderBadge={({ published }) => (published ? <Badge tone="good">Published</Badge> : null)}
      nobody=", first content"
      onClose={onClose}
    >
      {(version) => <ChangedFields item={item} version={version} />}
    </VersionListDialog>
  )
}

function ChangedFields({ item, version }: { item: AnyContentItem; version: ContentVersion }) {
  const labels = labelsOf(item)
  const words = wordsIn(item)
  const { fields, draft } = version
  if (fields.length === 0) return null
  return (
    <Fold
      className="mt-1 text-sm"
      summary={
        fields.length === Object.keys(labels).length
          ? 'All fields'
          : `Changed: ${fields.map((field) => labels[field] ?? field).join(', ')}`
      }
    >
      <dl className="mt-1 space-y-2">
        {fields.map((field) => (
          <div key={field}>
            <dt className="font-semibold">{labels[field] ?? field}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{words(draft[field], field)}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  )
}

import type { Attachment, AttachmentStatus } from '../../contract/attachment.ts'
import { Badge } from '../ui/badge.tsx'

const badges = {
  pending: { tone: 'waiting', name: 'Pending' },
  accepted: { tone: 'good', name: 'Accepted' },
  archived: { tone: 'neutral', name: 'Archived' },
} as const

type Flags = Pick<Attachment, 'is_accepted' | 'is_archived'>

export function AttachmentStatusBadge({ of }: { of: Flags }) {
  const { tone, name } = badges[statusOf(of)]
  return <Badge tone={tone}>{name}</Badge>
}

/** Archived before accepted before pending (specification, section 4). */
function statusOf({ is_accepted, is_archived }: Flags): AttachmentStatus {
  if (is_archived) return 'archived'
  return is_accepted ? 'accepted' : 'pending'
}

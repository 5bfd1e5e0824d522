import type { Attachment } from '../../contract/attachment.ts'
import { declineReasons } from '../../contract/values.ts'
import { Badge } from '../ui/badge.tsx'

const badges = {
  pending: { tone: 'waiting', name: 'Pending' },
  accepted: { tone: 'good', name: 'Accepted' },
  archived: { tone: 'neutral', name: 'Archived' },
  declined: { tone: 'bad', name: 'Declined' },
} as const

type Flags = Pick<Attachment, 'is_accepted' | 'is_archived' | 'declined_reason'>

export function AttachmentStatusBadge({ of }: { of: Flags }) {
  const { tone, name } = badges[badgeOf(of)]
  return <Badge tone={tone}>{name}</Badge>
}

/** Why it is declined, if it is. */
export function DeclineReason({ of }: { of: Flags }) {
  if (!of.declined_reason) return null
  return (
    <span
      className="mt-1 line-clamp-2 text-xs leading-tight text-muted cards:mt-0"
      title={declineReasons[of.declined_reason]}
    >
      {declineReasons[of.declined_reason]}
    </span>
  )
}

/** Archived before accepted before pending (specification, section 4); what is declined is archived. */
function badgeOf({ is_accepted, is_archived, declined_reason }: Flags): keyof typeof badges {
  if (declined_reason) return 'declined'
  if (is_archived) return 'archived'
  return is_accepted ? 'accepted' : 'pending'
}

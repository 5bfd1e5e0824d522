import type { Attachment } from '../../contract/attachment.ts'
import { declineReasons } from '../../contract/values.ts'
import { Badge } from '../ui/badge.tsx'

const badges = {
  pending: { tone: 'waiting', name: 'Pending' },
  accepted: { tone: 'good', name: 'Accepted' },
  archived: { tone: 'neutral', name: 'Archived' },
  declined: { tone: 'bad', name: 'Declined' },
  withdrawn: { tone: 'bad', name: 'Withdrawn' },
} as const

type Flags = Pick<Attachment, 'is_accepted' | 'is_archived' | 'declined_reason' | 'withdrawnAt'>

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

/** Whether it is archived because it was declined or withdrawn: to unarchive it brings it back. */
export function isEnded({ declined_reason, withdrawnAt }: Flags) {
  return declined_reason !== null || withdrawnAt !== null
}

/**
 * Archived before accepted before pending (specification, section 4); what is withdrawn or declined
 * is archived.
 */
function badgeOf(flags: Flags): keyof typeof badges {
  const { is_accepted, is_archived, declined_reason, withdrawnAt } = flags
  if (withdrawnAt) return 'withdrawn'
  if (declined_reason) return 'declined'
  if (is_archived) return 'archived'
  return is_accepted ? 'accepted' : 'pending'
}

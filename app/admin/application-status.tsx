import { CopyIcon } from 'lucide-react'

import type { Application, ApplicationStatus } from '../../contract/application/application.ts'
import { statusOf } from '../../contract/application/decision.ts'
import { declineReasons } from '../../contract/application/decline-reasons.ts'
import { Badge } from '../ui/badge.tsx'
import { placeLabels } from './applications/offer-labels.ts'

const badges = {
  pending: { tone: 'waiting', name: 'Pending' },
  accepted: { tone: 'good', name: 'Accepted' },
  archived: { tone: 'neutral', name: 'Archived' },
  declined: { tone: 'bad', name: 'Declined' },
  withdrawn: { tone: 'bad', name: 'Withdrawn' },
} as const

type Flags = Pick<Application, 'is_accepted' | 'is_archived' | 'declined_reason' | 'withdrawnAt'>

export function ApplicationStatusBadge({ of }: { of: Flags }) {
  const { tone, name } = badges[badgeOf(of)]
  return <Badge tone={tone}>{name}</Badge>
}

/** The status as far as it is known without the reason of an archived application. */
export function PlainStatus({ of }: { of: ApplicationStatus }) {
  const { tone, name } = badges[of]
  return <Badge tone={tone}>{name}</Badge>
}

/** Shows the decline reason of an application; renders nothing if it is not declined. */
export function DeclineReason({ of }: { of: Flags }) {
  if (!of.declined_reason) return null
  return (
    <span
      className="mt-1 line-clamp-2 text-xs leading-tight text-muted cards:mt-0 cards:line-clamp-none"
      title={declineReasons[of.declined_reason]}
    >
      {declineReasons[of.declined_reason]}
    </span>
  )
}

/** Notes about the place in the intake, and about what staff have planned, one after the other. */
export function PlaceNotes({ of }: { of: Application }) {
  const notes = placeLabels(of)
  if (notes.length === 0) return null
  return (
    <span className="mt-0.5 block text-xs leading-tight text-muted cards:mt-0">
      {notes.map((note, index) => (
        // A line breaks between two notes rather than inside one.
        <span key={note} className="mr-1 inline-block">
          {index < notes.length - 1 ? `${note},` : note}
        </span>
      ))}
    </span>
  )
}

/** Says that another application of the intake may be of the same person. Rows have room for an icon. */
export function TwiceNote({ of }: { of: Application }) {
  if (of.sameAs === 0) return null
  return (
    <span
      title={twice}
      className="ml-1.5 inline-flex items-center gap-1 align-middle text-mango-800 cards:ml-0 cards:basis-full"
    >
      <CopyIcon aria-hidden="true" className="size-4" />
      <span className="sr-only cards:not-sr-only cards:text-xs cards:font-semibold">{twice}</span>
    </span>
  )
}

const twice = 'Possibly twice'

/** Checks withdrawn and declined before archived, because such applications are archived too. */
function badgeOf(state: Flags): keyof typeof badges {
  if (state.withdrawnAt) return 'withdrawn'
  return state.declined_reason ? 'declined' : statusOf(state)
}

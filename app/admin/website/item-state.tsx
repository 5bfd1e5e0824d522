import type { AnyContentItem } from '../../../contract/content/calls.ts'
import { isKept, isOver } from '../../../contract/content/dates.ts'
import { missingTranslations } from '../../../contract/content/items.ts'
import { hasUnpublishedChanges, type ContentState } from '../../../contract/content/states.ts'
import { formatDateTime } from '../../lib/staff-dates.ts'
import { todayInKenya } from '../../lib/today.ts'
import { Badge } from '../../ui/badge.tsx'
import { isToCome, stateNow } from './state-now.ts'

const states = {
  draft: { tone: 'neutral', label: 'Draft' },
  scheduled: { tone: 'waiting', label: 'Scheduled' },
  published: { tone: 'good', label: 'Published' },
  hidden: { tone: 'neutral', label: 'Hidden' },
} as const satisfies Record<ContentState, object>

/** What visitors see of an item, and what staff still have to do. */
export function ItemState({ item }: { item: AnyContentItem }) {
  const { collection, draft, published, problems } = item
  const state = stateNow(item)
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5">
      <Badge tone={states[state].tone}>{states[state].label}</Badge>
      {state !== 'draft' && hasUnpublishedChanges(item) ? (
        <Badge tone="waiting">Unpublished edits</Badge>
      ) : null}
      {published && isOver(collection, published, todayInKenya()) ? <Badge>Past</Badge> : null}
      {published && isKept(collection, published, todayInKenya()) ? (
        <Badge>Past, kept</Badge>
      ) : null}
      {problems.length > 0 ? <Badge tone="waiting">Needs work</Badge> : null}
      {missingTranslations(item, draft).length > 0 ? (
        <Badge tone="waiting">Kiswahili missing</Badge>
      ) : null}
      <Times item={item} />
    </span>
  )
}

/** When the item appears and disappears, as far as these times are still to come. */
function Times({ item: { publishAt, hideAt } }: { item: AnyContentItem }) {
  const times = [
    { label: 'Appears', time: publishAt },
    { label: 'Hidden from', time: hideAt },
  ].filter(({ time }) => isToCome(time))
  return times.map(({ label, time }) => (
    <span key={label} className="text-xs text-muted">
      {label} {formatDateTime(time ?? '')}
    </span>
  ))
}

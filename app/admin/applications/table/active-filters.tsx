import { useQuery } from '@tanstack/react-query'

import { api } from '../../../../contract/api.ts'
import type { OfferState } from '../../../../contract/intake/offer.ts'
import { request } from '../../../api/session.ts'
import { formatDay } from '../../../lib/staff-dates.ts'
import { Chip } from '../../chip.tsx'
import type { ListState } from '../../lists/use-list-state.ts'
import { placeFilters } from './application-filters.tsx'
import { offerLabels } from '../offer-labels.ts'

/** Filters that only links from other screens can set. A chip shows each one and removes it. */
export const linkedFilters = [
  'department',
  'course',
  'institution',
  'unlisted',
  'accepted',
  'since',
  'before',
]

/** Filters of the intake and of the assignment, which chips show, too. */
export const placeAndAssignee = ['intake', ...placeFilters, 'assignee']

export function ActiveFilters({ list }: { list: ListState }) {
  const { accepted, since, before, unlisted, ...references } = list.filters(linkedFilters)
  const active = Object.entries(references).filter(([, id]) => id)
  const others = Object.entries(list.filters(placeAndAssignee)).filter(([, value]) => value)
  const isEmpty = active.length + others.length === 0
  if (isEmpty && !accepted && !since && !before && !unlisted) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2">
      {active.map(([name, id]) => (
        <Chip key={name} onRemove={() => list.change({ [name]: '' })}>
          {name === 'institution' ? 'Institution' : name === 'course' ? 'Course' : 'Department'}:{' '}
          {id === 'none' ? 'N/A' : <NameOf kind={name as Kind} id={id} />}
        </Chip>
      ))}
      {others.map(([name, value]) => (
        <Chip key={name} onRemove={() => list.change({ [name]: '' })}>
          <PlaceOrAssignee name={name} value={value} />
        </Chip>
      ))}
      {unlisted ? (
        <Chip onRemove={() => list.change({ unlisted: '' })}>
          Institution or course not in the list
        </Chip>
      ) : null}
      {accepted ? (
        <Chip onRemove={() => list.change({ accepted: '' })}>
          {accepted === 'true' ? 'Accepted' : 'Not accepted'}, archived or not
        </Chip>
      ) : null}
      {since || before ? (
        <Chip onRemove={() => list.change({ since: '', before: '' })}>
          Received {since ? `since ${dayOf(since)}` : ''} {before ? `before ${dayOf(before)}` : ''}
        </Chip>
      ) : null}
    </ul>
  )
}

function PlaceOrAssignee({ name, value }: { name: string; value: string }) {
  if (name === 'waiting') return 'On the waiting list'
  if (name === 'planned') return 'Planned answer'
  if (name === 'offer') return offerLabels[value as OfferState] ?? value
  if (name === 'assignee' && value === 'me') return 'Mine'
  if (value === 'none') return name === 'intake' ? 'Without an intake' : 'Unassigned'
  return (
    <>
      {name === 'intake' ? 'Intake' : 'Assigned to'}:{' '}
      <NameOf kind={name === 'intake' ? 'intake' : 'user'} id={value} />
    </>
  )
}

type Kind = 'institution' | 'course' | 'department' | 'intake' | 'user'

const calls = {
  intake: api.intakes.get,
  user: api.users.get,
  institution: api.institutions.get,
  course: api.courses.get,
  department: api.departments.get,
}

function NameOf({ kind, id }: { kind: Kind; id: string }) {
  const { data } = useQuery({
    queryKey: [`${kind}s`, 'one', id],
    queryFn: ({ signal }): Promise<{ name: string; label?: string }> =>
      request(calls[kind], { params: { _id: id }, signal }),
  })
  return data?.label ?? data?.name ?? '…'
}

/** The date of a timestamp in the URL, or the raw text: users can type anything into a URL. */
function dayOf(timestamp: string) {
  return Number.isNaN(Date.parse(timestamp)) ? timestamp : formatDay(timestamp)
}

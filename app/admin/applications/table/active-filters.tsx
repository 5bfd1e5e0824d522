import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { api } from '../../../../contract/api.ts'
import {
  declineReasons,
  type DeclineReason,
} from '../../../../contract/application/decline-reasons.ts'
import type { ApplicationFilter } from '../../../../contract/application/application.ts'
import type { OfferState } from '../../../../contract/intake/offer.ts'
import { request } from '../../../api/session.ts'
import { formatDay } from '../../../lib/staff-dates.ts'
import { Chip } from '../../chip.tsx'
import type { ListState } from '../../lists/use-list-state.ts'
import { offerLabels, paperFilterLabels } from '../offer-labels.ts'
import { ExtraChips, extraFilters, noExtraFilters } from './extra-filters.tsx'

/** The text of each filter's chip, in the order of the chips. */
const chips: Record<ApplicationFilter, (value: string) => ReactNode> = {
  status: (value) => `Status: ${statuses[value] ?? value}`,
  decision: (value) => decisions[value] ?? declineReasons[value as DeclineReason] ?? value,
  department: (id) => <Named label="Department" kind="department" id={id} />,
  institution: (id) => <Named label="Institution" kind="institution" id={id} />,
  course: (id) => <Named label="Course" kind="course" id={id} />,
  intake: (id) =>
    id === 'none' ? 'Without an intake' : <Named label="Intake" kind="intake" id={id} />,
  offer: (value) => offerLabels[value as OfferState] ?? value,
  waiting: () => 'On the waiting list',
  papers: (value) => paperFilterLabels[value] ?? value,
  planned: () => 'Planned answer',
  assignee: (id) => assignees[id] ?? <Named label="Assigned to" kind="user" id={id} />,
  unlisted: () => 'Institution or course not in the list',
  sameAs: () => 'Possibly twice',
  accepted: (value) => `${value === 'true' ? 'Accepted' : 'Not accepted'}, archived or not`,
  since: (time) => `Received since ${dayOf(time)}`,
  before: (time) => `Received before ${dayOf(time)}`,
}

const statuses: Record<string, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  archived: 'Archived',
}
const decisions: Record<string, string> = { withdrawn: 'Withdrawn', declined: 'Declined' }
const assignees: Record<string, string> = { me: 'Mine', none: 'Unassigned' }

/** The filters of the list in the address, besides the search text. */
export const filterNames = Object.keys(chips) as ApplicationFilter[]

/** A chip for each active filter, which removes it. */
export function ActiveFilters({ list }: { list: ListState }) {
  const active = filterNames.filter((name) => list.filter(name))
  const extra = extraFilters(list)
  if (active.length === 0 && Object.keys(extra).length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2">
      {active.map((name) => (
        <Chip
          key={name}
          onRemove={() =>
            list.change({ ...(name === 'intake' && noExtraFilters(list)), [name]: '' })
          }
        >
          {chips[name](list.filter(name))}
        </Chip>
      ))}
      <ExtraChips list={list} />
    </ul>
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

interface NamedProps {
  label: string
  kind: Kind
  id: string
}

/** The label of a filter and the name of its record. */
function Named({ label, kind, id }: NamedProps) {
  const { data } = useQuery({
    queryKey: [`${kind}s`, 'one', id],
    queryFn: ({ signal }): Promise<{ name: string; label?: string }> =>
      request(calls[kind], { params: { _id: id }, signal }),
    enabled: id !== 'none',
  })
  return (
    <>
      {label}: {id === 'none' ? 'N/A' : (data?.label ?? data?.name ?? '…')}
    </>
  )
}

/** The date of a timestamp in the URL, or the raw text: users can type anything into a URL. */
function dayOf(timestamp: string) {
  return Number.isNaN(Date.parse(timestamp)) ? timestamp : formatDay(timestamp)
}

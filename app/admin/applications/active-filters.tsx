import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { request } from '../../api/session.ts'
import { formatDay } from '../../lib/staff-dates.ts'
import { Chip } from '../chip.tsx'
import type { ListState } from '../lists/use-list-state.ts'

/** Filters that only links from other screens can set. A chip shows each one and removes it. */
export const linkedFilters = ['department', 'course', 'institution', 'accepted', 'since', 'before']

export function ActiveFilters({ list }: { list: ListState }) {
  const { accepted, since, before, ...references } = list.filters(linkedFilters)
  const active = Object.entries(references).filter(([, id]) => id)
  if (active.length === 0 && !accepted && !since && !before) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2">
      {active.map(([name, id]) => (
        <Chip key={name} onRemove={() => list.change({ [name]: '' })}>
          {name === 'institution' ? 'Institution' : name === 'course' ? 'Course' : 'Department'}:{' '}
          {id === 'none' ? 'N/A' : <NameOf kind={name as Kind} id={id} />}
        </Chip>
      ))}
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

type Kind = 'institution' | 'course' | 'department'

const calls = {
  institution: api.institutions.get,
  course: api.courses.get,
  department: api.departments.get,
}

function NameOf({ kind, id }: { kind: Kind; id: string }) {
  const { data } = useQuery({
    queryKey: [`${kind}s`, 'one', id],
    queryFn: ({ signal }): Promise<{ name: string }> =>
      request(calls[kind], { params: { _id: id }, signal }),
  })
  return data?.name ?? '…'
}

/** The date of a timestamp in the URL, or the raw text: users can type anything into a URL. */
function dayOf(timestamp: string) {
  return Number.isNaN(Date.parse(timestamp)) ? timestamp : formatDay(timestamp)
}

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { api } from '../../../../contract/api.ts'
import type { Intake } from '../../../../contract/intake/intake.ts'
import { requestPage } from '../../../api/session.ts'
import { Fold } from '../../fold.tsx'
import { RecordLink } from '../../lists/record-link.tsx'
import type { ListState } from '../../lists/use-list-state.ts'
import { nameOf } from '../name-of.ts'
import { useIntakes } from '../../intakes/record-choices.tsx'
import { countOf } from '../../../lib/count-of.ts'

type Places = Intake['places'][number]

/** Places of the intake that the list is filtered by: their sum, and for each department. */
export function IntakeBar({ list }: { list: ListState }) {
  const intake = useIntakes().data?.find(({ _id }) => _id === list.filter('intake'))
  if (!intake) return null
  const only = list.filter('department')
  const places = intake.places.filter(({ department }) => !only || department._id === only)
  return (
    <section
      aria-label={`Places in ${intake.name}`}
      className="rounded-md border border-line bg-white px-4 text-sm"
    >
      <Fold
        summary={
          <>
            <Sum of={places} intake={intake._id} only={only} />{' '}
            <span className="link">By department</span>
          </>
        }
      >
        <ul className="gap-x-8 pb-1.5 xl:grid xl:grid-cols-2">
          {places.map((one) => (
            <DepartmentPlaces key={one.department._id} list={list} intake={intake._id} of={one} />
          ))}
        </ul>
      </Fold>
    </section>
  )
}

interface SumProps {
  of: Places[]
  intake: string
  /** The department that the list is filtered by; empty for all. */
  only: string
}

function Sum({ of, intake, only }: SumProps) {
  const seats = { intake, ...(only && { department: only }) }
  const { data: { total: waiting = 0 } = {} } = useFirst({ ...seats, waiting: 'true' })
  const places = of.reduce((sum, one) => sum + one.places, 0)
  const taken = of.reduce((sum, one) => sum + one.taken, 0)
  const free = of.reduce((sum, one) => sum + Math.max(0, one.places - one.taken), 0)
  if (places === 0) return 'No places in this intake.'
  return [
    takenOf(taken, places),
    waiting > 0 && `${waiting} waiting`,
    free > 0 && `${countOf(free, 'place')} free`,
  ]
    .filter(Boolean)
    .join(', ')
}

function takenOf(taken: number, places: number) {
  return `${taken} of ${places} ${places === 1 ? 'place' : 'places'} taken`
}

interface DepartmentPlacesProps {
  list: ListState
  intake: string
  of: Places
}

/** Taken places, planned answers and the waiting list of a department. */
function DepartmentPlaces({
  list,
  intake,
  of: { department, places, taken },
}: DepartmentPlacesProps) {
  const seats = { intake, department: department._id }
  const planned = useFirst({ ...seats, planned: 'true' }).data?.total ?? 0
  const { rows: [next] = [], total: waiting = 0 } =
    useFirst({ ...seats, waiting: 'true', sort: 'waiting' }).data ?? {}
  const free = places - taken
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-3">
      <span className="font-semibold">{department.name}</span>
      <span>{takenOf(taken, places)}</span>
      {planned > 0 ? (
        <Link className={linkStyle} to={addressOf({ ...seats, planned: 'true' })}>
          {planned} planned
        </Link>
      ) : null}
      {waiting > 0 ? (
        <Link className={linkStyle} to={addressOf({ ...seats, waiting: 'true' })}>
          {waiting} waiting<span className="sr-only"> in {department.name}</span>
        </Link>
      ) : null}
      {free > 0 && next ? (
        <strong className="font-semibold text-lagoon-900">
          {countOf(free, 'place')} free: next is{' '}
          <RecordLink list={list} id={next._id} className={linkStyle}>
            {nameOf(next)}
          </RecordLink>
        </strong>
      ) : null}
    </li>
  )
}

const linkStyle = 'link inline-flex min-h-9 min-w-9 items-center max-lg:min-h-11 max-lg:min-w-11'

const addressOf = (filters: Record<string, string>) => `?${new URLSearchParams(filters)}`

/** The first application of a filtered list, and the number of all of them. */
function useFirst(query: Record<string, string>) {
  return useQuery({
    queryKey: ['attachments', 'first', query],
    queryFn: ({ signal }) =>
      requestPage(api.attachments.list, { query: { ...query, limit: 1, page: 1 }, signal }),
  })
}

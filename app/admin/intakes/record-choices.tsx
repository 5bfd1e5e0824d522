import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { queryOf } from '../../api/session.ts'
import { Options } from '../../forms/record-select.tsx'
import { FilterSelect } from '../lists/filter-select.tsx'
import type { ListState } from '../lists/use-list-state.ts'

const limit = 200

export function useDepartments() {
  return useQuery({
    ...queryOf(['departments', 'choices', limit], api.departments.list, {
      query: { sort: 'name', limit },
    }),
    meta: { failed: 'Failed to load departments' },
  })
}

/** Intakes, the last to open first. Staff look back on fewer than the limit. */
export function useIntakes() {
  return useQuery({
    ...queryOf(['intakes', 'choices', limit], api.intakes.list, { query: { limit } }),
    meta: { failed: 'Failed to load intakes' },
  })
}

/** Whether the foundation takes applications in intakes. */
export function useHasIntakes() {
  return Boolean(useIntakes().data?.length)
}

/** `failed` is the text of a toast. */
export function useUsers(failed?: string) {
  return useQuery({
    ...queryOf(['users', 'choices', limit], api.users.list, { query: { sort: 'name', limit } }),
    meta: { failed },
  })
}

/** The users whom an application can be assigned to. */
export function useAdministrators() {
  const { data = [] } = useUsers()
  return data.filter(({ role }) => role === 'admin')
}

export function DepartmentFilter({ list }: { list: ListState }) {
  const { data } = useDepartments()
  return (
    <FilterSelect label="Department" name="department" list={list} all="All departments">
      <Options of={data ?? []} />
    </FilterSelect>
  )
}

export function IntakeFilter({ list }: { list: ListState }) {
  const { data } = useIntakes()
  return (
    <FilterSelect label="Intake" name="intake" list={list} all="All intakes">
      <Options of={data ?? []} />
    </FilterSelect>
  )
}

import { useQuery } from '@tanstack/react-query'

import { api } from '../../../../contract/api.ts'
import { call } from '../../../api/call.ts'
import { useToken } from '../../../api/session.ts'
import { useUsers } from '../../intakes/record-choices.tsx'

/** The users whom an application can be assigned to. */
export function useAdministrators() {
  const { data = [] } = useUsers()
  return data.filter(({ role }) => role === 'admin')
}

/** The signed-in user. The access check of the back office has loaded it under the same key. */
export function useMe() {
  const token = useToken()
  const { data } = useQuery({
    queryKey: ['me', token],
    queryFn: ({ signal }) => call(api.auth.me, { token, signal }),
    enabled: Boolean(token),
    staleTime: Infinity,
  })
  return data?.user
}

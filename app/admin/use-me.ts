import { useQuery } from '@tanstack/react-query'

import { api } from '../../contract/api.ts'
import { call } from '../api/call.ts'
import { useToken } from '../api/session.ts'

/** The signed-in user. It is read again after another sign-in. */
export function useMe() {
  const token = useToken()
  return useQuery({
    queryKey: ['me', token],
    queryFn: ({ signal }) => call(api.auth.me, { token, signal }),
    select: ({ user }) => user,
    enabled: Boolean(token),
    staleTime: Infinity,
  })
}

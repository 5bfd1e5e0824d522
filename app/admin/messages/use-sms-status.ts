import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { MessageCounts } from '../../../contract/message/message.ts'
import { queryOf } from '../../api/session.ts'

/** The numbers of messages, with the state of SMS. Screens that need both share one request. */
export function useMessageCounts() {
  return useQuery(countsQuery)
}

const countsQuery = queryOf(['messages', 'counts'], api.messages.counts)

/** The state of SMS; undefined while it loads, and if SMS are off. */
export function useSmsStatus(enabled = true) {
  const { data } = useQuery({
    ...countsQuery,
    enabled,
    // Budget and carrier change slowly.
    staleTime: 60_000,
  })
  return smsIn(data)
}

/** The state of SMS in the numbers of messages; undefined if SMS are off. */
export function smsIn(counts: MessageCounts | undefined) {
  return counts && counts.sms.carrier !== null ? counts.sms : undefined
}

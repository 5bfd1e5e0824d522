import { useQuery } from '@tanstack/react-query'

import { sentenceOf } from '../../../api/call.ts'
import { fetchFormLists } from '../../../forms/form-lists.ts'

/** Loads all select options of the application dialog when it opens. */
export function useDialogLists(institution: string | undefined) {
  return useQuery({
    queryKey: ['form lists', institution],
    queryFn: ({ signal }) => fetchFormLists(institution, signal),
    // Each request inside retries by itself. A refetch would change the options of an open form.
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // `failed` is the toast text. The error's cause holds the server's message.
    meta: { failed: ({ cause }) => sentenceOf(cause, 'Failed to load form data') },
  })
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { Endpoint } from '../../../contract/endpoint.ts'
import type { CallOptions } from '../../api/call.ts'
import { requestPage } from '../../api/session.ts'
import { pageSize } from './use-list-state.ts'

interface ListOptions {
  /** The first part of the key under which the answers are kept. */
  name: string
  /** What a notification says when it cannot be loaded. */
  failed: string | ((error: Error) => string)
}

/**
 * A page of a list; the rows of the page before stay until the new ones are there. A page beyond
 * the end, such as one whose rows have been deleted, becomes the last page there is.
 */
export function useList<E extends Endpoint>(
  endpoint: E,
  query: NonNullable<CallOptions<E>['query']> & { page: number },
  { name, failed }: ListOptions,
) {
  return useQuery({
    queryKey: [name, 'list', query],
    queryFn: async ({ signal }) => {
      const load = (page: number) =>
        requestPage(endpoint, { query: { ...query, page, limit: pageSize }, signal })
      const asked = { ...(await load(query.page)), page: query.page }
      const last = Math.ceil(asked.total / pageSize)
      return query.page > Math.max(1, last) && last > 0
        ? { ...(await load(last)), page: last }
        : asked
    },
    placeholderData: keepPreviousData,
    meta: { failed },
  })
}

/** How many records a list has, or of it those that the query asks for. */
export function useTotal<E extends Endpoint>(
  endpoint: E,
  name: string,
  query: NonNullable<CallOptions<E>['query']> = {},
) {
  return useQuery({
    queryKey: [name, 'total', query],
    queryFn: ({ signal }) => requestPage(endpoint, { query: { ...query, limit: 1 }, signal }),
    select: ({ total }) => total,
  })
}

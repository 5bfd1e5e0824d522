import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { Endpoint } from '../../../contract/endpoint.ts'
import type { CallOptions } from '../../api/call.ts'
import { requestPage } from '../../api/session.ts'
import { pageSize } from './use-list-state.ts'

interface ListOptions<E extends Endpoint> {
  /** First part of the query key, such as 'courses'. */
  name: string
  /** Toast text if the list cannot be loaded. */
  failed: string | ((error: Error) => string)
  params?: CallOptions<E>['params']
}

/**
 * Loads one page of a list. The previous rows stay until the new rows arrive, with their `query`. A page
 * number beyond the end, for example after a deletion, becomes the last page.
 */
export function useList<E extends Endpoint>(
  endpoint: E,
  query: NonNullable<CallOptions<E>['query']> & { page: number },
  { name, failed, params }: ListOptions<E>,
) {
  return useQuery({
    queryKey: [name, 'list', query, params],
    queryFn: async ({ signal }) => {
      const load = (page: number) =>
        requestPage(endpoint, {
          ...(params && { params }),
          query: { ...query, page, limit: pageSize },
          signal,
        })
      const asked = { ...(await load(query.page)), page: query.page, query }
      const last = Math.ceil(asked.total / pageSize)
      return query.page > Math.max(1, last) && last > 0
        ? { ...(await load(last)), page: last, query }
        : asked
    },
    placeholderData: keepPreviousData,
    meta: { failed },
  })
}

/** Loads the number of records that match the query. */
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

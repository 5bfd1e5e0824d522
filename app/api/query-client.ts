import { QueryClient } from '@tanstack/react-query'

import { retry } from './retry.ts'

/**
 * The cache of what the back office has loaded. How long unused data stays (5 minutes) and how the
 * pauses between tries grow (1 second doubling, at most 30) are the library's own defaults, which
 * are what section 9 of the specification asks for.
 */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: { retry, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}

import { QueryCache, QueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'

import { retry } from './retry.ts'
import { isExpiry } from './session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What a notification says when it could not be loaded. */
      failed?: string | ((error: Error) => string)
    }
  }
}

/**
 * The cache of what the back office has loaded. How long unused data stays (5 minutes) and how the
 * pauses between tries grow (1 second doubling, at most 30) are the library's own defaults, which
 * are what section 9 of the specification asks for.
 */
export function createQueryClient() {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta: { failed } = {} }) => {
        if (!failed || isExpiry(error)) return
        const sentence = typeof failed === 'string' ? failed : failed(error)
        toast.error(sentence, { id: sentence })
      },
    }),
    defaultOptions: {
      queries: { retry, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}

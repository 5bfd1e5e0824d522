import { QueryCache, QueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'

import { retry } from './retry.ts'
import { isExpiry } from './session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Toast text of a failed load. */
      failed?: string | ((error: Error) => string)
    }
  }
}

/**
 * Query cache of the back office. Garbage collection (5 minutes) and retry delays (1 second,
 * doubling, at most 30) are the library's defaults.
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

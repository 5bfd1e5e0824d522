import { QueryCache, QueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'

import { retry } from './retry.ts'
import { isExpiry } from './session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Toast text if the data cannot be loaded. */
      failed?: string | ((error: Error) => string)
    }
  }
}

/**
 * Query cache of the back office. Unused data is kept for 5 minutes, the library's default. Retries
 * wait 1 second, then twice as long each time, at most 30 seconds (also the defaults).
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

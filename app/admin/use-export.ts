import { toast } from 'sonner'

import type { Endpoint } from '../../contract/endpoint.ts'
import type { Request } from '../api/call.ts'
import { request } from '../api/session.ts'
import { download } from './download.ts'
import { useAction } from './use-action.ts'

const progress = 'export-progress'
/** Milliseconds after which an export counts as long. */
const long = 800

/** Downloads a list as CSV; `query` says what of it. A long one shows how much has arrived. */
export function useExport<E extends Endpoint>(endpoint: E, nameOf: () => string) {
  return useAction({
    do: async (query: NonNullable<Request<E>['query']>) => {
      const started = Date.now()
      const onProgress = (bytes: number) => {
        if (Date.now() - started < long) return
        toast.loading(`Exporting… ${(bytes / 1e6).toFixed(1)} MB so far`, { id: progress })
      }
      try {
        return (await request(endpoint, { query, onProgress })) as Blob
      } finally {
        toast.dismiss(progress)
      }
    },
    done: (file) => {
      download(file, nameOf())
      return 'Export completed successfully'
    },
    failed: 'Failed to export data',
  })
}

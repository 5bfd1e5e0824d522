import { toast } from 'sonner'

import type { Endpoint } from '../../../contract/endpoint.ts'
import type { CallOptions } from '../../api/call.ts'
import { request } from '../../api/session.ts'
import { download } from '../download.ts'
import { useAction } from '../use-action.ts'

const progress = 'export-progress'
/** An export that takes longer than this (ms) shows its progress. */
const long = 800

/** Downloads a list as CSV, filtered by `query`. A long export shows how many bytes arrived. */
export function useExport<E extends Endpoint>(endpoint: E, nameOf: () => string) {
  return useAction({
    do: async (query: NonNullable<CallOptions<E>['query']>) => {
      let arrived = 0
      let isLong = false
      const show = () => toast.loading(`Exporting… ${sizeOf(arrived)} so far`, { id: progress })
      const wait = setTimeout(() => {
        isLong = true
        show()
      }, long)
      const onProgress = (bytes: number) => {
        arrived = bytes
        if (isLong) show()
      }
      try {
        download((await request(endpoint, { query, onProgress })) as Blob, nameOf())
      } finally {
        clearTimeout(wait)
        toast.dismiss(progress)
      }
    },
    done: 'Export completed successfully',
    failed: 'Failed to export data',
  })
}

function sizeOf(bytes: number) {
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

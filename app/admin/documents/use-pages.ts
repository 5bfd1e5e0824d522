import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { api } from '../../../contract/api.ts'
import type { ApplicationDocument } from '../../../contract/document/documents.ts'
import { sentenceOf } from '../../api/call.ts'
import { request } from '../../api/session.ts'
import { openPages, type OpenedPages, UnreadableError } from './pages.ts'

/** A document in the viewer: its pages or a failure. It has neither while it is loading. */
interface LoadedDocument {
  file?: Blob
  opened?: OpenedPages
  failure?: string
  /** Missing if another attempt cannot help. */
  retry?: () => unknown
}

const failed = 'This document could not be loaded.'

/** Queries that run once: each request is an entry of the history, and pages hold much memory. */
const once = { staleTime: 'static', gcTime: 0, structuralSharing: false } as const

/** Loads a document, and opens its pages. */
export function usePages({ _id, type }: ApplicationDocument): LoadedDocument {
  const queryClient = useQueryClient()
  const loading = useQuery({
    ...once,
    queryKey: ['document', _id],
    queryFn: async ({ signal }) => {
      const bytes = await request(api.documents.open, { params: { _id }, signal })
      // The history has a new entry.
      void queryClient.invalidateQueries({ queryKey: ['history'] })
      return bytes
    },
  })
  const file = loading.data
  const opening = useQuery({
    ...once,
    queryKey: ['document pages', _id],
    queryFn: async ({ signal }) => {
      const opened = await openPages(type, file!)
      if (signal.aborted) opened.close()
      return opened
    },
    enabled: file !== undefined,
    retry: false,
  })
  const opened = opening.data
  useEffect(() => opened?.close, [opened])
  if (loading.error) return { failure: sentenceOf(loading.error, failed), retry: loading.refetch }
  if (opening.isFetching || !opening.error) return { file, opened }
  const isUnreadable = opening.error instanceof UnreadableError
  return isUnreadable
    ? { file, failure: opening.error.message }
    : { file, failure: failed, retry: opening.refetch }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { ApplicationDocument } from '../../../contract/document/documents.ts'
import { sentenceOf } from '../../api/call.ts'
import { request } from '../../api/session.ts'
import { openPages, type OpenedPages, UnreadableError } from './pages.ts'

/** A document in the viewer: its pages or a failure. It has neither while it is loading. */
export interface LoadedDocument {
  file?: Blob
  opened?: OpenedPages
  failure?: string
  /** Missing if another attempt cannot help. */
  retry?: () => unknown
}

const failed = 'This document could not be loaded.'

/** Loads a document, and opens its pages. */
export function usePages(document: ApplicationDocument): LoadedDocument {
  const queryClient = useQueryClient()
  const { _id, type } = document
  const {
    data: file,
    error,
    refetch,
  } = useQuery({
    queryKey: ['document', _id],
    queryFn: async ({ signal }) => {
      const bytes = await request(api.documents.open, { params: { _id }, signal })
      // The history has a new entry.
      void queryClient.invalidateQueries({ queryKey: ['history'] })
      return bytes
    },
    // Each request is an entry of the history, so an open document is never loaded again.
    staleTime: 'static',
    gcTime: 0,
  })
  const { opened, error: unopened, retry } = useOpened(type, file)
  if (error) return { failure: sentenceOf(error, failed), retry: refetch }
  if (unopened instanceof UnreadableError) return { file, failure: unopened.message }
  if (unopened) return { file, failure: failed, retry }
  return { file, opened }
}

interface Outcome {
  of: Blob
  opened?: OpenedPages
  error?: unknown
}

/** Opens the pages of a loaded file, and closes them afterwards. */
function useOpened(type: ApplicationDocument['type'], file: Blob | undefined) {
  const [attempt, setAttempt] = useState(0)
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    if (!file) return undefined
    let isGone = false
    const opening = openPages(type, file)
    void opening
      .then((opened) => ({ opened }))
      .catch((error: unknown) => ({ error }))
      .then((settled) => (isGone ? undefined : setOutcome({ of: file, ...settled })))
    return () => {
      isGone = true
      void opening.then(({ close }) => close()).catch(() => {})
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt opens the file again
  }, [type, file, attempt])
  const { opened, error }: Partial<Outcome> = (outcome?.of === file && outcome) || {}
  const retry = () => {
    setOutcome(undefined)
    setAttempt((count) => count + 1)
  }
  return { opened, error, retry }
}

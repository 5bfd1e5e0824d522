import type { DocumentType, ApplicationDocument } from '../../../contract/document/documents.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../contract/api.ts'
import { sentenceOf } from '../../api/call.ts'
import { request } from '../../api/session.ts'

/** Clockwise turn in degrees. */
export type Turn = 0 | 90 | 180 | 270

/** A page of a PDF, or a picture. */
export interface Page {
  /** Size in CSS pixels at 100 %, before a turn. */
  width: number
  height: number
  /** Draws the page. `scale` is the number of canvas pixels for one of `width`. */
  draw(canvas: HTMLCanvasElement, scale: number, turn: Turn, signal: AbortSignal): Promise<void>
}

export interface OpenedPages {
  pages: Page[]
  /** Number of all pages; `pages` has only the first ones of a long document. */
  total: number
  /** Frees the memory. */
  close: () => void
}

/** A document that cannot be drawn, with a sentence for staff. Another attempt cannot help. */
export class UnreadableError extends Error {}

/** Opens a PDF or a picture. The code for PDF is loaded with the first one. */
async function openPages(type: DocumentType, file: Blob): Promise<OpenedPages> {
  if (type !== 'application/pdf') return openPicture(file)
  const { openPdf } = await import('./pdf.client.ts')
  return openPdf(file)
}

async function openPicture(file: Blob): Promise<OpenedPages> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new UnreadableError('This picture is damaged.')
  })
  const { width, height } = bitmap
  const page: Page = {
    width,
    height,
    async draw(canvas, scale, turn) {
      const size = turned({ width: width * scale, height: height * scale }, turn)
      canvas.width = Math.round(size.width)
      canvas.height = Math.round(size.height)
      const context = canvas.getContext('2d')!
      context.imageSmoothingQuality = 'high'
      context.translate(canvas.width / 2, canvas.height / 2)
      context.rotate((turn * Math.PI) / 180)
      context.scale(scale, scale)
      context.drawImage(bitmap, -width / 2, -height / 2)
    },
  }
  return { pages: [page], total: 1, close: () => bitmap.close() }
}

/** The size of a page after a turn. */
export function turned({ width, height }: { width: number; height: number }, turn: Turn) {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width }
}

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

import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'

import { type ApplicationDocument, fileNameOf } from '../../../contract/document/documents.ts'
import { purposeLabels } from '../../../contract/application/staff-questions.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { download } from '../download.ts'
import { LoadFailure } from '../load-failure.tsx'
import { PageCanvas, PageLines } from './page-canvas.tsx'
import { usePages } from './pages.ts'
import { type DocumentView, useView } from './use-view.ts'
import { ViewerToolbar } from './viewer-toolbar.tsx'

interface DocumentViewerProps {
  document: ApplicationDocument
  applicantName: string
  onClose: () => void
}

/**
 * A PDF or picture beside the answers; on narrow screens, above them. Everything is drawn on
 * canvases: nothing of the document can run, and nothing is loaded for it from elsewhere.
 */
export function DocumentViewer({ document, applicantName, onClose }: DocumentViewerProps) {
  const area = useRef<HTMLElement>(null)
  const { file, opened, failure, retry } = usePages(document)
  const pages = opened?.pages ?? []
  const view = useView(area, pages)
  const name = `${purposeLabels[document.purpose]} of ${applicantName}`

  useLayoutEffect(() => area.current?.focus(), [])

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of the controls inside
    <div
      className="fixed inset-0 z-10 flex flex-col bg-sand-200 print:hidden lg:right-140"
      onKeyDown={(event) => press(event, view, pages.length)}
    >
      <ViewerToolbar
        of={name}
        view={view}
        pages={pages.length}
        onDownload={file && (() => download(file, fileNameOf(document)))}
        onClose={onClose}
      />
      <section
        ref={area}
        data-pages
        aria-label={name}
        aria-busy={!opened && !failure}
        className="min-h-0 flex-1 overflow-auto overscroll-contain focus-visible:shadow-none focus-visible:-outline-offset-3"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
        tabIndex={0}
        onScroll={view.follow}
      >
        {failure ? (
          <LoadFailure className="m-3" onRetry={retry}>
            {failure} {file ? 'You can download it, or ask for a new file.' : ''}
          </LoadFailure>
        ) : null}
        {!opened && !failure ? (
          <div className="p-3">
            <p className="flex items-center justify-center gap-3 p-3 text-muted">
              <Spinner /> Opening the document …
            </p>
            <div className="relative mx-auto aspect-[1/1.414] max-w-3xl bg-white shadow-floating">
              <PageLines />
            </div>
          </div>
        ) : null}
        <ol className="w-max min-w-full space-y-3 py-3">
          {pages.map((page, index) => (
            <PageCanvas
              // oxlint-disable-next-line react/no-array-index-key -- the pages of a document never change
              key={index}
              page={page}
              label={pages.length > 1 ? `Page ${index + 1} of ${opened!.total}` : name}
              scale={view.scale}
              turn={view.turn}
            />
          ))}
        </ol>
        {opened && opened.total > pages.length ? (
          <p className="px-3 pb-3 text-center text-sm">
            The document has {opened.total} pages. Download it to read the others.
          </p>
        ) : null}
      </section>
    </div>
  )
}

/** Runs a key of the viewer. The arrows up and down scroll here: the panel does not get them. */
function press(event: KeyboardEvent, view: DocumentView, pages: number) {
  if (event.ctrlKey || event.metaKey || event.altKey || pages === 0) return
  const keys: Record<string, () => unknown> = {
    '+': () => view.zoomBy(1),
    '=': () => view.zoomBy(1),
    '-': () => view.zoomBy(-1),
    '0': view.fit,
    t: view.turnOn,
    ArrowLeft: () => view.show(Math.max(0, view.current - 1)),
    ArrowRight: () => view.show(Math.min(pages - 1, view.current + 1)),
  }
  const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  if (run) {
    run()
    event.preventDefault()
  }
  if (run || event.key.startsWith('Arrow')) event.stopPropagation()
}

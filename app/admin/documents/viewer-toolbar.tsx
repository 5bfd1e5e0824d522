import {
  ChevronDownIcon,
  ChevronUpIcon,
  DownloadIcon,
  MoveHorizontalIcon,
  RotateCwIcon,
  XIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from 'lucide-react'

import { IconButton } from '../icon-button.tsx'
import type { DocumentView } from './use-view.ts'

interface ViewerToolbarProps {
  /** Name of the document, for screen readers. */
  of: string
  view: DocumentView
  /** Number of pages; 0 while there is nothing to see. */
  pages: number
  onDownload: (() => void) | undefined
  onClose: () => void
}

/** Buttons of the viewer. Their keys work while the focus is in the viewer. */
export function ViewerToolbar({ of, view, pages, onDownload, onClose }: ViewerToolbarProps) {
  const { current } = view
  return (
    <fieldset
      aria-label="Document"
      className="flex min-w-0 flex-wrap items-center gap-x-1 border-b border-line bg-white px-2 py-1"
    >
      {pages > 0 ? (
        <div className="flex items-center gap-x-1">
          <IconButton
            {...{ of, label: 'Zoom out', hint: 'Zoom out (−)', icon: ZoomOutIcon }}
            aria-keyshortcuts="-"
            onClick={() => view.zoomBy(-1)}
          />
          <output className="min-w-11 text-center text-sm tabular-nums">
            {Math.round(view.scale * 100)} %
          </output>
          <IconButton
            {...{ of, label: 'Zoom in', hint: 'Zoom in (+)', icon: ZoomInIcon }}
            aria-keyshortcuts="+"
            onClick={() => view.zoomBy(1)}
          />
          <IconButton
            {...{ of, label: 'Fit to width', hint: 'Fit to width (0)', icon: MoveHorizontalIcon }}
            aria-keyshortcuts="0"
            aria-pressed={view.isFit}
            onClick={view.fit}
          />
          <IconButton
            {...{ of, label: 'Turn', hint: 'Turn (T)', icon: RotateCwIcon }}
            aria-keyshortcuts="T"
            onClick={view.turnOn}
          />
        </div>
      ) : null}
      {pages > 1 ? (
        <div className="flex items-center gap-x-1">
          <IconButton
            {...{ of, label: 'Previous page', hint: 'Previous page (←)', icon: ChevronUpIcon }}
            aria-keyshortcuts="ArrowLeft"
            disabled={current === 0}
            onClick={() => view.show(current - 1)}
          />
          <output className="min-w-11 text-center text-sm tabular-nums">
            <span className="sr-only">Page </span>
            {current + 1} / {pages}
          </output>
          <IconButton
            {...{ of, label: 'Next page', hint: 'Next page (→)', icon: ChevronDownIcon }}
            aria-keyshortcuts="ArrowRight"
            disabled={current === pages - 1}
            onClick={() => view.show(current + 1)}
          />
        </div>
      ) : null}
      <div className="ml-auto flex gap-1">
        {onDownload ? (
          <IconButton {...{ of, label: 'Download', icon: DownloadIcon }} onClick={onDownload} />
        ) : null}
        <IconButton
          {...{ of, label: 'Close document', hint: 'Close document (Esc)', icon: XIcon }}
          onClick={onClose}
        />
      </div>
    </fieldset>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

import { api } from '../../../contract/api.ts'
import type { Application } from '../../../contract/application.ts'
import { ApiError, sentenceOf } from '../../api/call.ts'
import { queryOf } from '../../api/session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailure } from '../load-failure.tsx'
import { ApplicationDetails } from './application-details.tsx'
import { PanelHeader, type PanelHeaderProps } from './panel-header.tsx'

interface DetailPanelProps extends Pick<PanelHeaderProps, 'place' | 'onMove'> {
  /** Empty while the next application is still unknown. */
  id: string
  /** The application, if the current page of the list contains it. */
  row: Application | undefined
  onClose: () => void
  onUndo: () => void
  /** Actions by single key. */
  keys: Record<string, (application: Application) => unknown>
  /** Renders the decision buttons. */
  renderActions: (application: Application) => ReactNode
}

/**
 * All answers of one application beside the list. The panel is not modal: other rows stay
 * clickable. Shortcuts work while the focus is inside; the answers get it first, so that Space
 * scrolls them.
 */
export function DetailPanel(props: DetailPanelProps) {
  const { id, row, place, onMove, onClose, onUndo, keys, renderActions } = props
  const { data, error, refetch } = useQuery({
    ...queryOf(['attachments', 'one', id], api.attachments.get, { params: { _id: id } }),
    enabled: !row && id !== '',
  })
  const application = row ?? data
  const content = useRef<HTMLDivElement>(null)
  const answers = useRef<HTMLElement>(null)

  // A layout effect: shortcuts work as soon as another application is shown.
  useLayoutEffect(() => {
    openerOf(id)?.scrollIntoView({ block: 'nearest' })
    if (!content.current?.contains(document.activeElement)) answers.current?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- whenever another one is shown
  }, [id])

  // The focused element may be gone, such as the Accept button after accepting.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) answers.current?.focus()
  })

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    // A control in the panel has handled the key, such as an arrow that opens a menu.
    if (event.defaultPrevented) return
    const by = moves[key]
    const decide = keys[key]
    if (by) onMove(by)
    else if (key === 'z') onUndo()
    else if (decide && application && !event.repeat) decide(application)
    else return
    event.preventDefault()
  }

  return (
    <Radix.Root open modal={false} onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Content
          ref={content}
          className="fixed inset-y-0 right-0 z-40 flex w-full flex-col border-l border-line bg-paper shadow-floating sm:max-w-140 print:static print:block print:max-w-none print:border-0 print:bg-white print:shadow-none"
          data-printed-alone
          aria-describedby={undefined}
          onKeyDown={press}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            answers.current?.focus()
          }}
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            focusOpener(id)
          }}
        >
          <PanelHeader application={application} place={place} onMove={onMove} />
          <section
            key={id}
            ref={answers}
            aria-label="Answers"
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4 print:overflow-visible focus-visible:shadow-none focus-visible:-outline-offset-3"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
            tabIndex={0}
          >
            {application ? (
              <ApplicationDetails of={application} />
            ) : error ? (
              <LoadFailure onRetry={isGone(error) ? undefined : refetch}>
                {sentenceOf(error, 'This application could not be loaded.')}
              </LoadFailure>
            ) : (
              <Skeleton className="h-60" />
            )}
          </section>
          {application ? (
            <div className="flex flex-wrap gap-1 border-t border-line bg-white px-4 py-3 print:hidden sm:gap-2 sm:px-5">
              {renderActions(application)}
            </div>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const moves: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }

function isGone(error: Error) {
  return error instanceof ApiError && error.status === 404
}

/** Focuses the row that was open, or the first row if it is gone. */
function focusOpener(id: string) {
  const opener = openerOf(id) ?? document.querySelector<HTMLElement>('[data-opens]')
  opener?.focus()
}

function openerOf(id: string) {
  return document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(id)}"]`)
}

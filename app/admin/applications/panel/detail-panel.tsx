import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Dialog as Radix } from 'radix-ui'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'

import { api } from '../../../../contract/api.ts'
import type { Application } from '../../../../contract/application/application.ts'
import { ApiError, sentenceOf } from '../../../api/call.ts'
import { queryOf } from '../../../api/session.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DocumentViewer } from '../../documents/document-viewer.tsx'
import { isDrawable, isOpenable } from '../../documents/labels.ts'
import type { ListState } from '../../lists/use-list-state.ts'
import { LoadFailure } from '../../load-failure.tsx'
import { isInTextField } from '../../text-field-focus.ts'
import { ApplicationDetails } from './application-details.tsx'
import { nameOf } from '../name-of.ts'
import { PanelHeader, type PanelHeaderProps } from './panel-header.tsx'
import { type Shortcut, shortcutOf } from '../table/shortcuts.ts'
import type { UseDecisions } from '../decisions/use-decisions.ts'

interface DetailPanelProps extends Pick<PanelHeaderProps, 'position' | 'onMove'> {
  /** Id of the open application; empty while the next application is not loaded yet. */
  id: string
  /** The open application, if the current page of the list contains it. */
  row: Application | undefined
  list: ListState
  decide: UseDecisions['decide']
  /** Puts the application on the waiting list, or takes it off. */
  onWait: (application: Application) => void
  /** Runs a shortcut; false if it has no effect in the panel. */
  onShortcut: (shortcut: Shortcut, application: Application | undefined) => boolean
  /** Renders the decision buttons at the bottom of the panel. */
  renderActions: (application: Application) => ReactNode
}

/**
 * Panel beside the list with all answers of one application. The panel is not modal, so the rows
 * stay clickable. Its shortcuts work while the focus is inside. The answers get the focus first, so
 * that the space bar scrolls them.
 */
export function DetailPanel(props: DetailPanelProps) {
  const { id, row, position, onMove, list, onShortcut, renderActions } = props
  const { decide, onWait } = props
  const { data, error, refetch } = useQuery({
    ...queryOf(['attachments', 'one', id], api.attachments.get, { params: { _id: id } }),
    enabled: !row && id !== '',
  })
  const application = row ?? (error && isGone(error) ? undefined : data)

  // Seeds the query with the row, as stale: when a decision takes the row out of a filtered list, the
  // answers stay, with the dialogs inside them, while the query reads the application again.
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!row) return
    queryClient.setQueryData(['attachments', 'one', row._id], row, { updatedAt: 0 })
  }, [queryClient, row])

  const shown = application?.documents.find(({ _id }) => _id === list.openDocument)
  const isShown = shown !== undefined && isOpenable(shown) && isDrawable(shown)
  const content = useRef<HTMLDivElement>(null)
  const answers = useRef<HTMLElement>(null)
  /** The field of the panel in which somebody types, until the focus moves to another element. */
  const field = useRef<Element>(null)
  const isFieldGone = () => field.current?.isConnected === false

  /** A reply may change the application while somebody types elsewhere, whose letters would act as shortcuts. */
  function takeFocus() {
    if (isInTextField()) return
    const target = isFieldGone() ? content : answers
    target.current?.focus()
  }

  // A layout effect runs before the next key press: no shortcut is lost between two applications.
  useLayoutEffect(() => {
    openerOf(id)?.scrollIntoView({ block: 'nearest' })
    if (!content.current?.contains(document.activeElement)) takeFocus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when another application is shown
  }, [id])

  // The button that opened the document gets the focus back.
  const lastShown = useRef<string>(undefined)
  const shownId = isShown ? shown._id : undefined
  useLayoutEffect(() => {
    const closed = shownId === undefined && lastShown.current
    if (closed) content.current?.querySelector<HTMLElement>(`[data-document="${closed}"]`)?.focus()
    lastShown.current = shownId
  }, [shownId])

  // The focused button may have disappeared, such as Accept after accepting.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) takeFocus()
  })

  // Returns the focus when the panel closes. Radix does so in a timer, and a waiting key comes before the timer.
  const last = useRef(id)
  useEffect(() => {
    last.current = id
  }, [id])
  useEffect(
    () => () => {
      // Somebody who goes on typing a search keeps the focus.
      if (document.activeElement === document.body) focusOpener(last.current)
    },
    [],
  )

  const trackField = {
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      if (target === content.current) return
      // A dialog of the panel is elsewhere in the document.
      field.current = currentTarget.contains(target) && isInTextField() ? target : null
    },
    onBlur: ({ target }: FocusEvent) => {
      if (target.isConnected) field.current = null
    },
    onPointerDown: () => {
      if (isFieldGone()) field.current = null
    },
  }

  function press(event: KeyboardEvent) {
    // If a reply has taken the field away, the next letters were meant for it.
    if (isTyping(event.target) || isFieldGone()) return
    const shortcut = shortcutOf(event)
    if (shortcut && onShortcut(shortcut, application)) event.preventDefault()
  }

  return (
    <Radix.Root open modal={false} onOpenChange={() => list.show(null)}>
      <Radix.Portal>
        <Radix.Content
          ref={content}
          className="fixed inset-y-0 right-0 z-40 flex w-full flex-col border-l border-line bg-paper shadow-floating focus-visible:-outline-offset-3 sm:max-w-140 print:static print:block print:max-w-none print:border-0 print:bg-white print:shadow-none"
          data-printed-alone
          aria-describedby={undefined}
          {...trackField}
          onKeyDown={press}
          onEscapeKeyDown={(event) => {
            const isInField = document.activeElement?.matches('textarea, input') ?? false
            if (!isInField && !isShown) return
            event.preventDefault()
            // The first Escape leaves a note or a date; the next one closes the panel.
            if (isInField) answers.current?.focus()
            else list.showDocument(null)
          }}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            takeFocus()
          }}
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <PanelHeader application={application} position={position} onMove={onMove} />
          <section
            key={id}
            ref={answers}
            aria-label="Answers"
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4 print:overflow-visible focus-visible:shadow-none focus-visible:-outline-offset-3"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
            tabIndex={0}
          >
            {application ? (
              <ApplicationDetails
                application={application}
                list={list}
                decide={decide}
                onWait={onWait}
              />
            ) : error ? (
              <LoadFailure onRetry={isGone(error) ? undefined : refetch}>
                {sentenceOf(error, 'This application could not be loaded.')}
              </LoadFailure>
            ) : (
              <Skeleton className="h-60" />
            )}
          </section>
          {application ? (
            <div
              data-no-toasts
              className="flex flex-wrap gap-1 border-t border-line bg-white px-4 py-3 print:hidden sm:gap-2 sm:px-5"
            >
              {renderActions(application)}
            </div>
          ) : null}
          {application && isShown ? (
            <DocumentViewer
              key={shown._id}
              document={shown}
              applicantName={nameOf(application)}
              onClose={() => list.showDocument(null)}
            />
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Letters typed into a note, or keys that choose from a list or set a day, are no shortcuts. */
function isTyping(target: EventTarget) {
  return target instanceof HTMLElement && target.matches('textarea, select, input')
}

function isGone(error: Error) {
  return error instanceof ApiError && error.status === 404
}

/** Focuses the row of the application that was open, or the first row if that row has gone. */
function focusOpener(id: string) {
  const opener = openerOf(id) ?? document.querySelector<HTMLElement>('[data-opens]')
  opener?.focus()
}

function openerOf(id: string) {
  return document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(id)}"]`)
}

import { PencilIcon, ShieldUserIcon, Trash2Icon } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'

import type { Application } from '../../../../contract/application/application.ts'
import { type Decision, isEnded } from '../../../../contract/application/decision.ts'
import { Button } from '../../../ui/button.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { pageSize, type ListState } from '../../lists/use-list-state.ts'
import type { ListPage } from '../../lists/list-table.tsx'
import { useHasIntakes } from '../../intakes/record-choices.tsx'
import { Kbd } from '../../kbd.tsx'
import type { OpenDialogs } from '../dialogs/decline-dialog.tsx'
import { DetailPanel } from './detail-panel.tsx'
import { MoreMenu } from '../../more-menu.tsx'
import { isInTextField } from '../../text-field-focus.ts'
import { nameOf } from '../name-of.ts'
import { onFirstClick } from '../first-click.ts'
import { refuseTakeOff, waitingDecision } from '../decisions/quiet.ts'
import { keyCap, type Shortcut, type ShortcutKey, shortcuts } from '../table/shortcuts.ts'
import type { UseDecisions } from '../decisions/use-decisions.ts'

interface DecidePanelProps {
  list: ListState
  page: ListPage<Application>
  decisions: UseDecisions
  dialogs: OpenDialogs
}

/** Detail panel that opens the next application after each decision. */
export function DecidePanel(props: DecidePanelProps) {
  const { list, page, decisions, dialogs } = props
  const hasIntakes = useHasIntakes()
  // While another page loads, the query still holds the previous page: its rows are ignored.
  const { rows = [], total = 0, page: number = 1 } = loadedPage(page) ?? {}
  const index = indexOf(rows, list.open)
  const row = rows[index]
  const id = row?._id ?? (isUnknownRow(list.open) ? '' : list.open)
  const hasMore = number * pageSize < total
  const place = usePlace(id, index)

  // After the page has loaded, the record's id replaces 'first' or 'last' in the URL.
  useEffect(() => {
    if (isUnknownRow(list.open) && id) list.show(id)
  })

  function move(by: 1 | -1) {
    // The row after one that has left the list has its place now.
    const next = rows[index < 0 && by > 0 ? place : place + by]
    if (next) return list.show(next._id)
    const other = number + by
    if (other < 1 || (by > 0 && !hasMore)) return undefined
    return list.change({ page: other, open: by > 0 ? 'first' : 'last' })
  }

  /** After a decision on the last row of this page, the first row of the next page may move up. */
  const isLastOfPage = row !== undefined && !rows[index + 1] && hasMore
  async function leaveLastOfPage() {
    const { data } = await page.refetch()
    // Somebody has closed or changed the panel meanwhile, or is writing a note.
    if (!list.isShown(id) || isInTextField()) return
    if (data?.rows.some(({ _id }) => _id === id)) return move(1)
    // The first new row comes next. It is not always the last one: several rows may have left the page.
    const next = data?.rows.find((one) => !rows.some(({ _id }) => _id === one._id))
    return list.show(next?._id ?? 'last')
  }

  function decide(application: Application, decision: Decision) {
    if (!differs(application, decision)) return move(1)
    const { _id, updatedAt } = application
    decisions.decide.mutate({
      decision: { ids: [_id], read: { [_id]: updatedAt }, ...decision },
      applications: [application],
      onDecided: () => (isLastOfPage ? void leaveLastOfPage() : undefined),
    })
    return isLastOfPage ? undefined : move(1)
  }
  function askToDecline(application: Application) {
    if (application.withdrawnAt) return
    const { _id, updatedAt } = application
    dialogs.onDecline({
      ids: [_id],
      read: { [_id]: updatedAt },
      applications: [application],
      onDecided: () => {
        if (isLastOfPage) void leaveLastOfPage()
        else if (list.isShown(_id)) move(1)
      },
    })
  }
  function undo() {
    const [undone, ...others] = decisions.undoLast()
    if (undone && others.length === 0) list.show(undone)
  }
  /** Runs a shortcut on the open application; false if it has no effect here. */
  function run(shortcut: Shortcut, application: Application | undefined) {
    const { action } = shortcut
    if (action === 'move') move(shortcut.by)
    else if (action === 'undo') undo()
    else if (!application) return false
    else if (action === 'decide') decide(application, decisions.meant(shortcut.decision))
    else if (action === 'decline') askToDecline(application)
    else if (action === 'wait' && hasIntakes) {
      const decision = waitingDecision([application])
      if (refuseTakeOff(decisions.isQuiet, decision)) return true
      decide(application, decisions.meant(decision))
    } else return false
    return true
  }
  const button = (shortcut: ShortcutKey, application: Application) => ({
    shortcut,
    ...onFirstClick(() => run(shortcuts[shortcut], application)),
  })
  return (
    <DetailPanel
      id={id}
      row={row}
      position={positionOf(index, number, page)}
      onMove={move}
      list={list}
      onShortcut={run}
      decide={decisions.decide}
      onWait={(application) => run(shortcuts.w, application)}
      renderActions={(application) => (
        <>
          {decisions.isQuiet ? (
            <p className="basis-full text-sm text-muted">
              Answers are planned: applicants are told when you send them.
            </p>
          ) : null}
          {application.is_accepted ? (
            <KeyButton {...button('r', application)} variant="outline">
              Revoke Acceptance
            </KeyButton>
          ) : application.withdrawnAt ? null : (
            <KeyButton {...button('a', application)}>Accept</KeyButton>
          )}
          {application.is_archived ? (
            <KeyButton {...button('u', application)} variant="outline">
              {isEnded(application) ? 'Bring back' : 'Unarchive'}
            </KeyButton>
          ) : (
            <KeyButton {...button('e', application)} variant="outline">
              Archive
            </KeyButton>
          )}
          {application.withdrawnAt ? null : (
            <KeyButton {...button('c', application)} variant="outline">
              {application.declined_reason ? 'Change reason' : 'Decline'}
            </KeyButton>
          )}
          <MoreMenu
            of={nameOf(application)}
            actions={[
              { label: 'Edit', icon: PencilIcon, onSelect: () => dialogs.onEdit(application) },
              {
                label: 'Personal data',
                icon: ShieldUserIcon,
                onSelect: () => dialogs.onPerson(application),
              },
              {
                label: 'Delete',
                icon: Trash2Icon,
                danger: true,
                onSelect: () => dialogs.onDelete(application),
              },
            ]}
          />
        </>
      )}
    />
  )
}

interface KeyButtonProps {
  /** Key that does the same as the button. */
  shortcut: ShortcutKey
  variant?: 'outline'
  onClick: (event: MouseEvent) => void
  children: ReactNode
}

function KeyButton({ shortcut, children, ...props }: KeyButtonProps) {
  return (
    <Tooltip text="and go on to the next one" adds>
      <Button
        size="sm"
        className="max-sm:min-w-min max-sm:flex-1 max-sm:px-2 max-sm:wrap-break-word max-sm:whitespace-normal"
        aria-keyshortcuts={keyCap(shortcut)}
        {...props}
      >
        {children}
        <Kbd>{keyCap(shortcut)}</Kbd>
      </Button>
    </Tooltip>
  )
}

function loadedPage({ isPlaceholderData, data }: ListPage<Application>) {
  return isPlaceholderData ? undefined : data
}

function positionOf(index: number, number: number, page: ListPage<Application>) {
  const { total } = loadedPage(page) ?? {}
  if (total === undefined) return ''
  if (index < 0) return 'Not on this page of the list'
  const position = (number - 1) * pageSize + index + 1
  return `${position.toLocaleString('en')} of ${total.toLocaleString('en')}`
}

/** The place of the open application on the page, or the one that it had before it left the list. */
function usePlace(id: string, index: number) {
  const [last, setLast] = useState({ id, place: Math.max(index, 0) })
  const place = index < 0 ? (last.id === id ? last.place : 0) : index
  if (last.id !== id || last.place !== place) setLast({ id, place })
  return place
}

/** True unless `open` is a record id. 'first' and 'last' mean a row of a page that is loading. */
function isUnknownRow(open: string | null): open is 'first' | 'last' | null {
  return open === null || open === 'first' || open === 'last'
}

function indexOf(rows: Application[], open: string | null) {
  if (open === 'first') return rows.length > 0 ? 0 : -1
  return open === 'last' ? rows.length - 1 : rows.findIndex(({ _id }) => _id === open)
}

function differs(row: Application, decision: Decision) {
  const { is_accepted, is_archived, waiting, planned } = decision
  return (
    (waiting !== undefined && waiting !== (row.waiting !== null)) ||
    (planned !== undefined && JSON.stringify(planned) !== JSON.stringify(row.planned)) ||
    (is_accepted !== undefined && is_accepted !== row.is_accepted) ||
    (is_archived !== undefined && is_archived !== row.is_archived)
  )
}

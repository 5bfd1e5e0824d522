import { useState } from 'react'
import { toast } from 'sonner'

import type { Application } from '../../../../contract/application/application.ts'
import { cn } from '../../../lib/cn.ts'
import { type ListPage, PageTable } from '../../lists/list-table.tsx'
import type { ListState } from '../../lists/use-list-state.ts'
import { MessagesQuestion } from '../dialogs/messages-question.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { columnsOf } from './columns.tsx'
import type { OpenDialogs } from '../dialogs/decline-dialog.tsx'
import { useSmsStatus } from '../../messages/use-sms-status.ts'
import { nameOf } from '../name-of.ts'
import { hasSmsReaders, SmsEstimate } from '../dialogs/sms-estimate.tsx'
import type { UseDecisions } from '../decisions/use-decisions.ts'
import type { RowSelection } from './use-selection.ts'
import { useHasIntakes } from '../../intakes/record-choices.tsx'
import { type Downloads, type ManyMessages, useTableKeys } from './use-table-keys.ts'
import type { View } from './views.ts'

interface ApplicationsTableProps {
  view: View
  list: ListState
  page: ListPage<Application>
  selection: RowSelection
  decisions: UseDecisions
  dialogs: OpenDialogs
  downloads: Downloads
}

const bringBackFirst = 'Withdrawn by the applicant. To decide on it, bring it back first.'

/** One page of applications with row selection, keyboard shortcuts and row actions. */
export function ApplicationsTable(props: ApplicationsTableProps) {
  const { view, list, page, selection, decisions, dialogs, downloads } = props
  const rows = page.data?.rows
  const hasIntakes = useHasIntakes()
  const [asking, setAsking] = useState<ManyMessages | null>(null)
  // Known from the list, so that a selection does not move the rows.
  const hasReaders =
    !decisions.isQuiet && hasSmsReaders([...(rows ?? []), ...selection.ids.values()])
  const hasSms = useSmsStatus(hasReaders) !== undefined && hasReaders
  const keys = useTableKeys({
    selection,
    decisions,
    downloads,
    hasIntakes,
    hasSms,
    onManyMessages: setAsking,
    onDecline: (declining) => {
      const [only, ...others] = declining.applications
      if (others.length === 0 && only?.withdrawnAt) {
        toast.error(`${nameOf(only)}: ${bringBackFirst}`)
      } else dialogs.onDecline(declining)
    },
  })
  const columns = columnsOf({ selection, decisions, list, dialogs, hasIntakes })
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of the controls inside */}
      <div onKeyDown={keys.onKeyDown}>
        <BulkBar view={view} selection={selection} keys={keys} />
        {hasSms ? (
          <div className="z-20 min-h-14 bg-sand-50 px-3 pb-1 text-sm max-lg:pt-2 lg:sticky lg:top-10 lg:min-h-7">
            {selection.ids.size > 0 ? (
              <SmsEstimate
                ids={[...selection.ids.keys()]}
                decision={{ is_accepted: true }}
                lead="Accepting sends"
              />
            ) : (
              <p className="text-muted">Select applications to see what their SMS would cost.</p>
            )}
          </div>
        ) : null}
        <div
          className={cn(
            '@container/many-columns [--above:6.5rem] [&_td:not([colspan])]:py-0.5 [&_th]:py-0.5',
            hasSms ? 'lg:[--above:4.25rem]' : 'lg:[--above:2.5rem]',
          )}
        >
          <PageTable
            list={list}
            page={page}
            label={view.title}
            columns={columns}
            empty={view.empty}
            rowProps={({ _id }) => ({
              onClick: (event) => {
                if (isOnRowItself(event.target)) list.show(_id)
              },
              className:
                _id === list.open
                  ? 'bg-mango-200/60'
                  : selection.ids.has(_id)
                    ? 'bg-lagoon-100'
                    : undefined,
            })}
          />
        </div>
      </div>
      {asking ? <MessagesQuestion {...asking} onClose={() => setAsking(null)} /> : null}
    </>
  )
}

/** True unless the click hit a control inside the row, or ended a text selection. */
function isOnRowItself(target: EventTarget) {
  const onControl =
    target instanceof Element && target.closest('button, a, input, label, [role=menu]')
  return !onControl && getSelection()?.isCollapsed !== false
}

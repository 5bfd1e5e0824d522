import { useQuery } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

import { api } from '../../../contract/api.ts'
import type { Application } from '../../../contract/application/application.ts'
import { fileTimestamp } from '../../../contract/time-zone.ts'
import { ActiveFilters, filterNames } from '../../admin/applications/table/active-filters.tsx'
import { ApplicationDialog } from '../../admin/applications/dialogs/application-dialog.tsx'
import { ApplicationFilters } from '../../admin/applications/table/application-filters.tsx'
import { extraFilters } from '../../admin/applications/table/extra-filters.tsx'
import { ApplicationStats } from '../../admin/applications/table/application-stats.tsx'
import { ApplicationsTable } from '../../admin/applications/table/applications-table.tsx'
import { DecidePanel } from '../../admin/applications/panel/decide-panel.tsx'
import { DeclineDialog, type Declining } from '../../admin/applications/dialogs/decline-dialog.tsx'
import { DeleteDialog } from '../../admin/applications/dialogs/delete-dialog.tsx'
import { IntakeBar } from '../../admin/applications/table/intake-bar.tsx'
import { NoPlaceDialog } from '../../admin/applications/dialogs/no-place-dialog.tsx'
import { PersonDialog } from '../../admin/applications/dialogs/person-dialog.tsx'
import { type RefusedTwice, TwiceDialog } from '../../admin/applications/dialogs/twice-dialog.tsx'
import { useQuiet } from '../../admin/applications/decisions/quiet.ts'
import { SendBar } from '../../admin/applications/decisions/send-bar.tsx'
import { type NoPlace, useDecisions } from '../../admin/applications/decisions/use-decisions.ts'
import { useHasIntakes } from '../../admin/intakes/record-choices.tsx'
import { useSelection } from '../../admin/applications/table/use-selection.ts'
import { viewOf } from '../../admin/applications/table/views.ts'
import { ListBody } from '../../admin/lists/list-table.tsx'
import { WriteButton } from '../../admin/messages/write/write-button.tsx'
import { LinkRequests } from '../../admin/request-link-button.tsx'
import { ScreenHeader } from '../../admin/screen-header.tsx'
import { isInTextField } from '../../admin/text-field-focus.ts'
import { useExport } from '../../admin/lists/use-export.ts'
import { useListState } from '../../admin/lists/use-list-state.ts'
import { useList } from '../../admin/lists/use-list.ts'
import { sentenceOf } from '../../api/call.ts'
import { queryOf, request } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadButton } from '../../admin/download-button.tsx'

export const meta = () => [{ title: 'Applications · Back office' }]

/** Applications screen: search, filters, decisions, editing and export. */
export default function Attachments() {
  const list = useListState()
  const view = viewOf(list.filter('view'))
  const isActive = view.name === 'active'
  const [editing, setEditing] = useState<Application | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Application | null>(null)
  const [declining, setDeclining] = useState<Declining | null>(null)
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const asked = refusals[0]
  const closeAsked = () => setRefusals((before) => before.filter((one) => one !== asked))
  const [person, setPerson] = useState<Application | null>(null)
  const dialogs = {
    onEdit: setEditing,
    onDelete: setDeleting,
    onDecline: setDeclining,
    onPerson: setPerson,
  }

  // Back leaves the open application, and the dialogs about it. Unsaved edits are asked about before.
  const isBack = useNavigationType() === NavigationType.Pop
  const open = new URLSearchParams(useLocation().search).get('open')
  const [openBefore, setOpenBefore] = useState(open)
  if (openBefore !== open) {
    setOpenBefore(open)
    if (isBack) {
      setEditing(null)
      setDeleting(null)
      setDeclining(null)
      setPerson(null)
    }
  }

  const counts = useQuery(queryOf(['attachments', 'counts'], api.attachments.counts))
  const chosen = { q: list.q, ...list.filters(filterNames), ...extraFilters(list) }
  const filters = { ...chosen, ...view.query }
  const usualSort = list.filter('waiting') ? 'waiting' : undefined
  const page = useList(
    api.attachments.list,
    { ...filters, sort: list.sort ?? usualSort, page: list.page },
    { name: 'attachments', failed: failureOf },
  )
  const selection = useSelection(filtersOf(page.data?.query ?? filters), page.data?.rows ?? [])
  const hasIntakes = useHasIntakes()
  const [isQuiet, setQuiet] = useQuiet()
  const decisions = useDecisions({
    onDecided: selection.drop,
    onNoPlace: (noPlace) => ask({ noPlace }, noPlace.ids),
    onTwice: (twice) => ask({ twice }, twice.decision.ids),
    isQuiet: isQuiet && hasIntakes,
  })
  const exporting = useExport(
    api.attachments.export,
    () => `industrial_attachments_${fileTimestamp()}.csv`,
  )
  const documents = useExport(api.attachments.documents, () => `documents_${fileTimestamp()}.zip`)
  const letters = useExport(api.attachments.letters, () => `letters_${fileTimestamp()}.pdf`)
  const total = counts.data?.[view.count]

  /** Asks about a refused decision, after the questions that are open already. */
  function ask(refusal: Refusal, [only, ...others]: readonly string[]) {
    setRefusals((before) => [...before, refusal])
    if (list.open && only && others.length === 0 && !isInTextField()) list.show(only)
  }

  /** Opens the next application if the open one is deleted. */
  function leave({ _id }: Application) {
    selection.drop([_id])
    if (list.isShown(_id)) list.show(neighbourOf(page.data?.rows ?? [], _id))
  }

  return (
    <>
      <ScreenHeader
        title={`${view.title}${total === undefined ? '' : ` (${total.toLocaleString('en')})`}`}
        note={
          <output className="text-sm text-muted">
            {Object.values(chosen).some(Boolean) ? partOf(page.data?.total, total) : null}
          </output>
        }
      >
        <Button
          variant="outline"
          size="sm"
          onClick={() => list.reset(isActive ? { view: 'archived' } : {})}
        >
          {isActive ? 'Show Archived' : 'Show Active'}
        </Button>
        <DownloadButton
          disabled={!page.data?.rows.length}
          isBusy={page.isPlaceholderData || exporting.isPending}
          onClick={() => exporting.mutate({ ...filters, sort: list.sort ?? usualSort })}
        />
        <WriteButton
          total={selection.ids.size || page.data?.total}
          choose={() => idsOf(selection.ids, filters)}
        />
        {view.name === 'archived' ? null : (
          <Button size="sm" onClick={() => setEditing('new')}>
            <PlusIcon aria-hidden="true" /> Add New
          </Button>
        )}
      </ScreenHeader>

      <div className="mt-3 space-y-2">
        <ApplicationFilters view={view} list={list} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {isActive ? <ApplicationStats counts={counts} list={list} /> : null}
          <ActiveFilters list={list} />
          {hasIntakes ? <SendBar list={list} decisions={decisions} onQuiet={setQuiet} /> : null}
        </div>
        {hasIntakes ? <IntakeBar list={list} /> : null}
        <ListBody list={list} page={page} failure={failureOf}>
          <ApplicationsTable
            view={view}
            list={list}
            page={page}
            selection={selection}
            decisions={decisions}
            dialogs={dialogs}
            downloads={{
              csv: (ids) => exporting.mutate({ ids: ids.join(','), sort: list.sort }),
              documents: (ids) => documents.mutate({ ids: ids.join(',') }),
              letters: (ids, letter) => letters.mutate({ ids: ids.join(','), ...letter }),
            }}
          />
        </ListBody>
      </div>

      <LinkRequests>
        {list.open ? (
          <DecidePanel list={list} page={page} decisions={decisions} dialogs={dialogs} />
        ) : null}
      </LinkRequests>
      {editing ? (
        <ApplicationDialog
          record={editing === 'new' ? null : editing}
          onDecided={selection.drop}
          onClose={() => setEditing(null)}
        />
      ) : null}
      <DeleteDialog application={deleting} onClose={() => setDeleting(null)} onDeleted={leave} />
      {declining ? (
        <DeclineDialog
          declining={declining}
          decisions={decisions}
          onClose={() => setDeclining(null)}
        />
      ) : null}
      {asked?.noPlace ? (
        <NoPlaceDialog
          key={String(asked.noPlace.ids)}
          refused={asked.noPlace}
          decide={decisions.decide}
          onClose={closeAsked}
        />
      ) : null}
      {asked?.twice ? (
        <TwiceDialog
          key={String(asked.twice.decision.ids)}
          refused={asked.twice}
          decide={decisions.decide}
          onClose={closeAsked}
        />
      ) : null}
      {person ? (
        <PersonDialog
          of={person}
          onClose={() => setPerson(null)}
          onErased={(ids) => {
            selection.drop(ids)
            setPerson((shown) => (shown === person ? null : shown))
            if (ids.some(list.isShown)) list.show(null)
          }}
        />
      ) : null}
    </>
  )
}

/** A decision that was refused, until staff have answered the question about it. */
interface Refusal {
  noPlace?: NoPlace
  twice?: RefusedTwice
}

/** The filters of a list as text, to tell lists apart. */
function filtersOf({ sort: _sort, page: _page, ...filters }: Record<string, unknown>) {
  return JSON.stringify(filters)
}

/** The ids of the selected applications, or else of all that match the filters. */
async function idsOf(selected: ReadonlyMap<string, Application>, query: Record<string, string>) {
  if (selected.size > 0) return [...selected.keys()]
  const { ids } = await request(api.attachments.ids, { query })
  return ids
}

/** Such as '14 of 330'; nothing while one of them loads. */
function partOf(part: number | undefined, total: number | undefined) {
  // A blank line until the counts arrive, so that the rows do not move then.
  if (part === undefined || total === undefined) return '\u00a0'
  return `${part.toLocaleString('en')} of ${total.toLocaleString('en')}`
}

/** The id of the row after the given row, or of the row before it. */
function neighbourOf(rows: Application[], id: string) {
  const index = rows.findIndex(({ _id }) => _id === id)
  return (rows[index + 1] ?? rows[index - 1])?._id ?? null
}

function failureOf(error: Error) {
  return sentenceOf(error, 'Failed to fetch applications')
}

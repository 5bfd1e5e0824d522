import { useQuery } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'

import { api } from '../../../contract/api.ts'
import type { AnyContentItem } from '../../../contract/content/calls.ts'
import { collections } from '../../../contract/content/collections.ts'
import { datesOf } from '../../../contract/content/dates.ts'
import type { Field } from '../../../contract/content/fields.ts'
import { declarationOf, isFixed } from '../../../contract/content/items.ts'
import { keptSentence } from '../../../contract/content/kept-items.ts'
import { queryOf } from '../../api/session.ts'
import { rememberFocus } from '../../lib/remember-focus.ts'
import { formatDate } from '../../lib/staff-dates.ts'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../admin/date-time.tsx'
import type { Column } from '../../admin/lists/data-table.tsx'
import { ListTable } from '../../admin/lists/list-table.tsx'
import { SearchBox } from '../../admin/lists/search-box.tsx'
import { useListState } from '../../admin/lists/use-list-state.ts'
import { useList } from '../../admin/lists/use-list.ts'
import { ScreenHeader } from '../../admin/screen-header.tsx'
import { CollectionLinks, collectionOf } from '../../admin/website/collection-links.tsx'
import { ContentFileButtons } from '../../admin/website/content-file.tsx'
import { ItemActions } from '../../admin/website/item-actions.tsx'
import { ItemDialogs, type OpenDialog } from '../../admin/website/item-dialogs.tsx'
import { ItemState } from '../../admin/website/item-state.tsx'

export const meta = () => [{ title: 'Website · Back office' }]

/** The content of the public pages: a list per collection. */
export default function Website() {
  const list = useListState()
  const { dialog, open } = useDialog<OpenDialog>()
  const collection = collectionOf(list.filter('view'))
  const { label, one } = collections[collection]
  const lower = label.toLowerCase()
  const page = useList(
    api.content.list,
    { q: list.q, sort: list.sort, page: list.page },
    { name: 'content', params: { collection }, failed: `Failed to load ${lower}` },
  )
  const isInOrder = list.q === '' && (list.sort === undefined || list.sort === 'position')
  const actions = actionsOf(page.data?.total ?? 0, isInOrder, open)
  return (
    <>
      <ScreenHeader title="Website" lead="What visitors see on the public pages.">
        <ContentFileButtons />
        {isFixed(collection) ? null : (
          <Button size="sm" onClick={() => open({ kind: 'new' })}>
            <PlusIcon aria-hidden="true" /> Add {one}
          </Button>
        )}
      </ScreenHeader>
      <div className="mt-4 space-y-4">
        <ContentNotes />
        <CollectionLinks shown={collection} />
        <h2 className="sr-only">{label}</h2>
        <SearchBox key={collection} list={list} placeholder={`Search ${lower}...`} />
        <ListTable
          list={list}
          page={page}
          failure={`Failed to fetch ${lower}`}
          label={label}
          columns={[...columnsOf(declarationOf(collection)), actions]}
          empty={list.q ? `No ${lower} found` : `There are no ${lower} yet`}
        />
      </div>
      {dialog ? <ItemDialogs collection={collection} open={dialog} onOpen={open} /> : null}
    </>
  )
}

/** Notes above the list: items that are kept past their date, and empty giving details. */
function ContentNotes() {
  const { data } = useQuery(queryOf(['content', 'counts'], api.content.counts))
  const sentence = data && keptSentence(data.kept)
  return (
    <>
      {sentence ? (
        <p className="text-sm">{sentence}. Each has the field “After its date”.</p>
      ) : null}
      {data?.isGivingEmpty ? (
        <p className="text-sm">
          Giving details are empty: visitors are told to call or write. Fill in a Paybill or till
          number under{' '}
          <Link className="link" to="/admin/website?view=page-texts">
            Page texts, Giving
          </Link>
          .
        </p>
      ) : null}
    </>
  )
}

type Declaration = ReturnType<typeof declarationOf>

function columnsOf(declaration: Declaration): Column<AnyContentItem>[] {
  const { order, ends, title, listed = [], fields, fixedItems } = declaration
  return [
    ...(order === 'date' || fixedItems ? [] : [place]),
    {
      header: fixedItems ? 'Page' : (fields[title]?.label ?? 'Name'),
      sort: 'name',
      cell: ({ name }) => <span className="font-semibold">{name}</span>,
      card: 'title',
    },
    ...listed.map((key) => ({
      header: fields[key]?.label ?? key,
      cell: ({ draft }: AnyContentItem) => shownValue(fields[key], draft[key]),
    })),
    { header: 'State', cell: (item) => <ItemState item={item} />, card: 'nameless' },
    ...(ends ? [days] : []),
    {
      header: 'Last Updated',
      sort: 'updatedAt',
      cell: ({ updatedAt, updatedBy }) => (
        <span>
          <DateTime of={updatedAt} />
          {updatedBy ? `, by ${updatedBy.name}` : ''}
        </span>
      ),
      className: 'w-44',
    },
  ]
}

/** A value in a list: of a choice, the label of the option. */
function shownValue(field: Field | undefined, value: unknown) {
  if (typeof value !== 'string') return null
  return field?.kind === 'choice' ? field.options[value] : value
}

const place: Column<AnyContentItem> = {
  header: 'Place',
  sort: 'position',
  cell: ({ position }) => position,
  className: 'w-20',
}

const days: Column<AnyContentItem> = {
  header: 'Days',
  className: 'w-32',
  cell: ({ collection, draft }) => {
    const { starts, ends } = datesOf(collection, draft)
    const shown = [...new Set([starts, ends])].filter((day) => day !== null)
    return shown.map(formatDate).join(' to ')
  },
}

function actionsOf(
  count: number,
  isInOrder: boolean,
  onOpen: (dialog: OpenDialog) => void,
): Column<AnyContentItem> {
  return {
    header: 'Actions',
    className: 'w-40',
    card: 'nameless',
    cell: (item) => <ItemActions item={item} count={count} isInOrder={isInOrder} onOpen={onOpen} />,
  }
}

/**
 * The open dialog of a screen; null if none is open. Dialogs may lead to each other. When the last one
 * closes, the focus returns to the button that opened the first one.
 */
function useDialog<Dialog>() {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const returnFocus = useRef(() => {})

  useEffect(() => {
    if (dialog === null) returnFocus.current()
  }, [dialog])

  return {
    dialog,
    open: (next: Dialog | null) => {
      if (dialog === null) returnFocus.current = rememberFocus()
      setDialog(next)
    },
  }
}

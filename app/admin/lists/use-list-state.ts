import { startTransition, useOptimistic, useRef } from 'react'
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router'

export const pageSize = 25

/** Query parameter with the id of the record that is open in the detail panel. */
const openParameter = 'open'

/** Query parameter with the id of the document that is open beside this record. */
const documentParameter = 'document'

/** Query parameter with the name of the current view. */
const view = 'view'

/**
 * Keeps search text, page number, sort order, filters and open record in the URL. The Back button,
 * a reload and a shared link then show the same list. The URL changes only after a navigation: until
 * then an optimistic state shows what was chosen.
 */
export function useListState() {
  const [inUrl] = useSearchParams()
  const [params, showParams] = useOptimistic(inUrl)
  const navigate = useNavigate()
  /** The parameters of a navigation that has not ended. */
  const pending = useRef<URLSearchParams>(null)

  /** The newest parameters. Callbacks such as a debounced search run later than their render. */
  function newestParams() {
    return new URLSearchParams(pending.current ?? window.location.search)
  }

  function setParams(next: URLSearchParams, options: NavigateOptions) {
    pending.current = next
    startTransition(async () => {
      showParams(next)
      await navigate(`?${next}`, options)
      if (pending.current === next) pending.current = null
    })
  }

  return {
    q: params.get('q') ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    sort: params.get('sort') ?? undefined,
    open: params.get(openParameter),
    openDocument: params.get(documentParameter),
    filter: (name: string) => params.get(name) ?? '',
    /** Values of several filters, as query parameters of the API. */
    filters: (names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])),

    /** The filters whose names begin with a prefix, without empty ones. */
    filtersFrom: (prefix: string) =>
      Object.fromEntries([...params].filter(([name, value]) => name.startsWith(prefix) && value)),

    /** Changes these parameters of the address. */
    change: (parts: Parts) => {
      const next = newestParams()
      // Drops a debounced search that was typed in another view.
      if ('q' in parts && next.get(view) !== params.get(view)) return
      // Keeps a panel that was opened after the keystroke of a debounced search.
      if (next.get(openParameter) === params.get(openParameter)) close(next)
      set(next, parts)
      setParams(next, { replace: 'q' in parts, preventScrollReset: true })
    },

    /** Address of the same list with other parameters. */
    linkTo: (parts: Parts) => {
      const next = new URLSearchParams(params)
      close(next)
      set(next, parts)
      return `?${next}`
    },

    /** True if the record is open. Callbacks run later than their render. */
    isShown: (id: string) => newestParams().get(openParameter) === id,

    /** Opens a record in the detail panel; null closes the panel. */
    show: (id: string | null) => {
      const next = newestParams()
      if (next.get(openParameter) !== id) close(next)
      if (id) next.set(openParameter, id)
      setParams(next, { replace: params.has(openParameter), preventScrollReset: true })
    },

    /** Opens a document beside the open record; null closes it. */
    showDocument: (id: string | null) => {
      const next = newestParams()
      if (id) next.set(documentParameter, id)
      else next.delete(documentParameter)
      setParams(next, { replace: params.has(documentParameter), preventScrollReset: true })
    },

    /** Replaces all parameters of the URL. */
    reset: (parts: Record<string, string>) => setParams(new URLSearchParams(parts), {}),
  }
}

type Parts = Record<string, string | number>

/** Sets parameters; an empty value removes one. Without `page` it returns to page 1. */
function set(next: URLSearchParams, parts: Parts) {
  if (!('page' in parts)) next.delete('page')
  for (const [name, value] of Object.entries(parts)) {
    if (value === '' || (name === 'page' && value === 1)) next.delete(name)
    else next.set(name, String(value))
  }
}

/** Closes the open record, and the document beside it. */
function close(next: URLSearchParams) {
  next.delete(openParameter)
  next.delete(documentParameter)
}

export type ListState = ReturnType<typeof useListState>

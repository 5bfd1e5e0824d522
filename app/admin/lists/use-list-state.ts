import { useSearchParams } from 'react-router'

export const pageSize = 25

/** Query parameter with the id of the record that is open in the detail panel. */
const openParameter = 'open'

/** Query parameter with the id of the document that is open beside this record. */
const documentParameter = 'document'

/** Query parameter with the name of the current view. */
const view = 'view'

/**
 * Keeps search text, page number, sort order, filters and open record in the URL. The Back button,
 * a reload and a shared link then show the same list.
 */
export function useListState() {
  const [params, setParams] = useSearchParams()
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

    /** Sets parameters; an empty value removes one. Without `page` it returns to page 1. */
    change: (parts: Record<string, string | number>) => {
      // Drops a debounced search that was typed in another view.
      if ('q' in parts && currentParameters().get(view) !== params.get(view)) return
      setParams(
        () => {
          const next = currentParameters()
          // Keeps a panel that was opened after the keystroke of a debounced search.
          if (next.get(openParameter) === params.get(openParameter)) close(next)
          if (!('page' in parts)) next.delete('page')
          for (const [name, value] of Object.entries(parts)) {
            if (value === '' || (name === 'page' && value === 1)) next.delete(name)
            else next.set(name, String(value))
          }
          return next
        },
        { replace: 'q' in parts, preventScrollReset: true },
      )
    },

    /** True if the record is open. Reads the current URL, because callbacks run later. */
    isShown: (id: string) => currentParameters().get(openParameter) === id,

    /** Opens a record in the detail panel; null closes the panel. */
    show: (id: string | null) =>
      setParams(
        () => {
          const next = currentParameters()
          if (next.get(openParameter) !== id) close(next)
          if (id) next.set(openParameter, id)
          return next
        },
        { replace: params.has(openParameter), preventScrollReset: true },
      ),

    /** Opens a document beside the open record; null closes it. */
    showDocument: (id: string | null) =>
      setParams(
        () => {
          const next = currentParameters()
          if (id) next.set(documentParameter, id)
          else next.delete(documentParameter)
          return next
        },
        { replace: params.has(documentParameter), preventScrollReset: true },
      ),

    /** Replaces all parameters of the URL. */
    reset: (parts: Record<string, string>) => setParams(parts),
  }
}

/** Closes the open record, and the document beside it. */
function close(next: URLSearchParams) {
  next.delete(openParameter)
  next.delete(documentParameter)
}

/** The URL's current parameters. A debounced search runs later than its render. */
function currentParameters() {
  return new URLSearchParams(window.location.search)
}

export type ListState = ReturnType<typeof useListState>

import { useSearchParams } from 'react-router'

export const pageSize = 25

/** Query parameter of the record that is open beside the list. */
const beside = 'open'

/** Query parameter of the current view. */
const view = 'view'

/**
 * List state in the URL, so that Back, reload and shared links show the same. It holds search text,
 * page, order, filters and the open record.
 */
export function useListState() {
  const [params, setParams] = useSearchParams()
  return {
    q: params.get('q') ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    sort: params.get('sort') ?? undefined,
    open: params.get(beside),
    filter: (name: string) => params.get(name) ?? '',
    /** Several filters as an API query. */
    filters: (names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])),

    /** Changes parameters; empty values are removed. Any other change returns to page 1. */
    change: (parts: Record<string, string | number>) => {
      // A debounced search that arrives after a change of view is dropped.
      if ('q' in parts && now().get(view) !== params.get(view)) return
      setParams(
        () => {
          const next = now()
          next.delete(beside)
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

    /** Reads the current URL, so that late callbacks get no stale answer. */
    isShown: (id: string) => now().get(beside) === id,

    /** Opens a record beside the list; null closes it. */
    show: (id: string | null) =>
      setParams(
        () => {
          const next = now()
          if (id) next.set(beside, id)
          else next.delete(beside)
          return next
        },
        { replace: params.has(beside), preventScrollReset: true },
      ),

    /** Replaces all parameters. */
    reset: (parts: Record<string, string>) => setParams(parts),
  }
}

/** Current parameters: a debounced search runs later than its render. */
function now() {
  return new URLSearchParams(window.location.search)
}

export type ListState = ReturnType<typeof useListState>

import { useSearchParams } from 'react-router'

export const pageSize = 25

/** The name under which the address holds what is open beside the list. */
const beside = 'open'

/** The name under which it holds which of a screen's lists is shown. */
const view = 'view'

/**
 * The state of a list, kept in the address so that Back, a reload and a shared link show the same:
 * search text, page, order, the screen's own filters, and the record that is open beside the list.
 */
export function useListState() {
  const [params, setParams] = useSearchParams()
  return {
    q: params.get('q') ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    sort: params.get('sort') ?? undefined,
    open: params.get(beside),
    filter: (name: string) => params.get(name) ?? '',
    /** Several filters at once, as a query takes them. */
    filters: (names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])),

    /** Changes parts of the state; what is empty leaves the address. A new list starts at page 1. */
    change: (parts: Record<string, string | number>) => {
      // What was typed just before another list was shown is not searched for in that one.
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

    /** Whether the record is open beside the list by now, whenever that is asked. */
    isShown: (id: string) => now().get(beside) === id,

    /** Opens a record beside the list, or another in its place; null closes it. */
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

    /** Shows another list altogether: only `parts` stay. */
    reset: (parts: Record<string, string>) => setParams(parts),
  }
}

/** What the address says by now: a search comes a moment after it was typed. */
function now() {
  return new URLSearchParams(window.location.search)
}

export type ListState = ReturnType<typeof useListState>

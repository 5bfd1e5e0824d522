import { useSearchParams } from 'react-router'

export const pageSize = 25

/**
 * The state of a list, kept in the address so that Back, a reload and a shared link show the same:
 * search text, page, order, and the screen's own filters.
 */
export function useListState() {
  const [params, setParams] = useSearchParams()
  return {
    q: params.get('q') ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    sort: params.get('sort') ?? undefined,
    filter: (name: string) => params.get(name) ?? '',

    /** Changes parts of the state; what is empty leaves the address. A new list starts at page 1. */
    change(parts: Record<string, string | number>) {
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
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

    /** Shows another list altogether: only `parts` stay. */
    reset(parts: Record<string, string>) {
      setParams(parts)
    },
  }
}

export type ListState = ReturnType<typeof useListState>

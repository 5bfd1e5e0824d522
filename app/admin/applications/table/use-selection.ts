import { useRef, useState } from 'react'
import { toast } from 'sonner'

import {
  type Application,
  mostAtOnce,
  tooManyAtOnce,
} from '../../../../contract/application/application.ts'

/**
 * Row selection. It is cleared when `list`, the name of the list that `rows` are of, changes. Shift and click
 * selects all rows since the previous click.
 */
export function useSelection(list: string, rows: readonly Application[]) {
  const [chosen, setChosen] = useState({ list, ids: new Map<string, Application>() })
  const last = useRef<string>(undefined)
  if (chosen.list !== list) setChosen({ list, ids: new Map() })
  const { ids } = chosen
  const onPage = rows.map(({ _id }) => _id)
  const shown = new Map(rows.map((row) => [row._id, row]))
  const all = onPage.length > 0 && onPage.every((id) => ids.has(id))

  function set(changed: readonly string[], on: boolean) {
    const next = new Map(ids)
    for (const id of changed)
      if (on) next.set(id, shown.get(id)!)
      else next.delete(id)
    if (next.size > mostAtOnce) toast.error(tooManyAtOnce, { id: tooManyAtOnce })
    setChosen({ list, ids: new Map([...next].slice(0, mostAtOnce)) })
  }

  return {
    ids,
    page: all ? 'all' : onPage.some((id) => ids.has(id)) ? 'some' : 'none',
    toggle: (id: string, range: boolean) => {
      const [from, to] = [onPage.indexOf(last.current ?? ''), onPage.indexOf(id)]
      const reached =
        range && from >= 0 ? onPage.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
      set(reached, !ids.has(id))
      last.current = id
    },
    togglePage: () => set(onPage, !all),
    /** Removes applications from the selection after a decision: they may have left the list. */
    drop: (gone: readonly string[]) =>
      setChosen((before) => ({
        list: before.list,
        ids: new Map([...before.ids].filter(([id]) => !gone.includes(id))),
      })),
    clear: () => setChosen({ list, ids: new Map() }),
    /** The applications with these ids, as this browser last read them. */
    applications: (of: readonly string[]) => of.flatMap((id) => shown.get(id) ?? ids.get(id) ?? []),
    /** The `updatedAt` that this browser last read for each id, for the optimistic lock. */
    readOf: (of: readonly string[]) =>
      Object.fromEntries(of.map((id) => [id, (shown.get(id) ?? ids.get(id))!.updatedAt])),
  }
}

export type RowSelection = ReturnType<typeof useSelection>

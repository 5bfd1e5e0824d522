import { useRef } from 'react'

import { api } from '../../../contract/api.ts'
import type { Decisions } from '../../../contract/attachment.ts'
import { request } from '../../api/session.ts'
import { useAction } from '../use-action.ts'

/** What staff decide on applications; each toast offers to undo it, and the last can be undone by key. */
export function useDecisions() {
  const last = useRef<Decisions>(null)
  const decide = useAction({
    do: (body: Decisions) => request(api.attachments.decide, { body }),
    done: ({ message }) => message,
    undo: ({ changed }, decision) =>
      changed.length > 0 ? back(opposite(decision, changed)) : undefined,
    failed: failureOf,
  })
  const undo = useAction({
    do: (body: Decisions) => request(api.attachments.decide, { body }),
    done: ({ message }) => message,
    failed: failureOf,
  })
  const toggleAcceptance = useAction({
    do: (_id: string) => request(api.attachments.accept, { params: { _id } }),
    done: ({ message }) => message,
    undo: ({ is_accepted }, _id) => back({ ids: [_id], is_accepted: !is_accepted }),
    failed: 'Failed to update acceptance status',
  })
  const toggleArchive = useAction({
    do: (_id: string) => request(api.attachments.archive, { params: { _id } }),
    done: ({ message }) => message,
    undo: ({ is_archived }, _id) => back({ ids: [_id], is_archived: !is_archived }),
    failed: 'Failed to update archive status',
  })

  /** The way back from what has just been decided. */
  function back(decision: Decisions) {
    last.current = decision
    return () => goBack(decision)
  }

  function goBack(decision: Decisions) {
    if (last.current === decision) last.current = null
    undo.mutate(decision)
  }

  return {
    decide,
    toggleAcceptance,
    toggleArchive,
    /** Undoes the last decision, once, and answers of which applications it was. */
    undoLast: () => {
      const decision = last.current
      if (decision) goBack(decision)
      return decision?.ids ?? []
    },
  }
}

export type UseDecisions = ReturnType<typeof useDecisions>

/** Only what the decision has changed goes back. */
function opposite({ is_accepted, is_archived }: Decisions, ids: string[]): Decisions {
  return {
    ids,
    ...(is_accepted === undefined ? {} : { is_accepted: !is_accepted }),
    ...(is_archived === undefined ? {} : { is_archived: !is_archived }),
  }
}

function failureOf({ is_archived }: Decisions) {
  return `Failed to update ${is_archived === undefined ? 'acceptance' : 'archive'} status`
}

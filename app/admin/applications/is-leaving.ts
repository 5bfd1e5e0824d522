import type { Attachment, Decisions } from '../../../contract/attachment.ts'
import type { ListState } from '../use-list-state.ts'
import { viewOf } from './views.ts'

type State = Pick<Attachment, 'is_accepted' | 'is_archived' | 'declined_reason' | 'withdrawnAt'>

/** Whether what is decided so is not in the list any more. */
export function isLeaving(list: ListState, before: State, decision: Omit<Decisions, 'ids'>) {
  return !isListed(list, outcome(before, decision))
}

/** Whether the filters let through what stands so; the others are about what nobody decides. */
function isListed(list: ListState, state: State) {
  const { is_accepted, is_archived, declined_reason, withdrawnAt } = state
  const view = viewOf(list.filter('view')).name
  const decision = view === 'active' ? '' : list.filter('decision')
  const decided = [withdrawnAt && 'withdrawn', declined_reason && 'declined', declined_reason]
  return (
    [is_archived ? 'archived' : 'active', 'all'].includes(view) &&
    [statusOf(state), ''].includes(list.filter('status')) &&
    [String(is_accepted), ''].includes(list.filter('accepted')) &&
    [...decided, ''].includes(decision)
  )
}

function statusOf({ is_accepted, is_archived }: State) {
  if (is_archived) return 'archived'
  return is_accepted ? 'accepted' : 'pending'
}

/** What a decision makes of an application, as the server has it. */
function outcome(before: State, decision: Omit<Decisions, 'ids'>): State {
  const { is_accepted = before.is_accepted, decline } = decision
  if (decline) {
    const { reason } = decline
    return { is_accepted: false, is_archived: true, declined_reason: reason, withdrawnAt: null }
  }
  const isBack = before.declined_reason !== null && is_accepted
  const { is_archived = before.is_archived && !isBack } = decision
  return {
    is_accepted,
    is_archived,
    declined_reason: is_archived && !is_accepted ? before.declined_reason : null,
    withdrawnAt: is_archived ? before.withdrawnAt : null,
  }
}

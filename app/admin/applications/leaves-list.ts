import type { Application } from '../../../contract/application.ts'
import { type Decision, type Flags, applyToFlags, statusOf } from '../../../contract/decision.ts'
import type { ListState } from '../lists/use-list-state.ts'
import { viewOf } from './views.ts'

/** True if the decision removes the application from the filtered list. */
export function leavesList(list: ListState, application: Application, decision: Decision) {
  const before = { ...application, offerState: application.offer?.state ?? null }
  return !isListed(list, applyToFlags(before, decision, new Date().toISOString()))
}

/** Checks the filters that a decision can affect, and no others. */
function isListed(list: ListState, state: Flags) {
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

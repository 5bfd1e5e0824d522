import type { Application } from '../../../../contract/application/application.ts'
import {
  type Decision,
  type DecisionState,
  applyDecision,
  statusOf,
} from '../../../../contract/application/decision.ts'
import type { ListState } from '../../lists/use-list-state.ts'
import { viewOf } from './views.ts'

/** True if the decision removes the application from the filtered list. */
export function leavesList(list: ListState, application: Application, decision: Decision) {
  return !isListed(list, stateAfter(application, decision))
}

/** The state after a decision, except for the times and the rank, which only the server knows. */
export function stateAfter(application: Application, decision: Decision) {
  const { createdAt, intake } = application
  // The list does not depend on the day of the answer.
  const terms = intake && { answerDays: 1, startsOn: '9999-12-31' }
  const context = { at: new Date().toISOString(), createdAt, terms }
  return applyDecision(stateOf(application), decision, context)
}

function stateOf({ offer, waiting, planned, ...application }: Application): DecisionState {
  return {
    ...application,
    offerState: offer?.state ?? null,
    offeredAt: null,
    answerBy: offer?.answerBy ?? null,
    answeredAt: offer?.answeredAt ?? null,
    waitingOrder: waiting?.rank ?? null,
    planned: planned && JSON.stringify(planned),
  }
}

/** Checks the filters that a decision can affect, and no others. */
function isListed(list: ListState, state: DecisionState) {
  const { is_accepted, is_archived, declined_reason, withdrawnAt } = state
  const view = viewOf(list.filter('view')).name
  const decision = view === 'active' ? '' : list.filter('decision')
  const decided = [withdrawnAt && 'withdrawn', declined_reason && 'declined', declined_reason]
  return (
    [is_archived ? 'archived' : 'active', 'all'].includes(view) &&
    [statusOf(state), ''].includes(list.filter('status')) &&
    [String(is_accepted), ''].includes(list.filter('accepted')) &&
    [state.offerState, ''].includes(list.filter('offer')) &&
    (state.waitingOrder !== null || !list.filter('waiting')) &&
    (state.planned !== null || !list.filter('planned')) &&
    [...decided, ''].includes(decision)
  )
}

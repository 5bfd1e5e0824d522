import type { Application, PlannedDecision } from '../../../contract/application/application.ts'
import type { OfferState } from '../../../contract/intake/offer.ts'
import { isToBeSent } from '../../../contract/intake/papers.ts'
import { countOf } from '../../lib/count-of.ts'
import { formatDay } from '../../lib/staff-dates.ts'

export const offerLabels: Record<OfferState, string> = {
  open: 'Offer open',
  confirmed: 'Confirmed',
  declined: 'Offer declined',
  lapsed: 'Offer lapsed',
}

/** The filter `papers` of the list. */
export const paperFilterLabels: Record<string, string> = {
  missing: 'Papers missing',
  sent: 'Papers to be checked',
  complete: 'Papers complete',
}

/** The planned decision as a verb, such as 'accept'. */
export function plannedLabel(planned: PlannedDecision) {
  if ('decline' in planned) return 'decline'
  return 'waiting' in planned ? 'waiting list' : 'accept'
}

/** The notes of the list about the place of an application in its intake. The year is left out. */
export function placeLabels({ offer, waiting, planned, arrivedLate, papers }: PlaceOf) {
  return [
    offer &&
      (offer.state === 'open'
        ? `Offer open until ${formatDay(offer.answerBy).replace(/ \d{4}$/, '')}`
        : offerLabels[offer.state]),
    waiting && `Waiting ${waiting.rank}/${waiting.of}`,
    planned && `Planned: ${plannedLabel(planned)}`,
    arrivedLate && 'Late',
    papersLabel(papers),
  ].filter((line) => typeof line === 'string')
}

type PlaceOf = Pick<Application, 'offer' | 'waiting' | 'planned' | 'arrivedLate' | 'papers'>

/** The state of all papers: papers to check come first, then missing ones. */
function papersLabel(papers: Application['papers']) {
  const asked = papers.filter(({ dueOn }) => dueOn !== null)
  if (asked.length === 0) return null
  if (asked.some(({ state }) => state === 'sent')) return 'Papers to check'
  const missing = asked.filter(isToBeSent).length
  if (missing === 0) return 'Papers complete'
  return `${countOf(missing, 'paper')} missing`
}

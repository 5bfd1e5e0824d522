import type { Application, PlannedDecision } from '../../../contract/application/application.ts'
import type { OfferState } from '../../../contract/intake/offer.ts'
import { formatDay } from '../../lib/staff-dates.ts'

export const offerLabels: Record<OfferState, string> = {
  open: 'Offer open',
  confirmed: 'Confirmed',
  declined: 'Offer declined',
  lapsed: 'Offer lapsed',
}

/** The planned decision as a verb, such as 'accept'. */
export function plannedLabel(planned: PlannedDecision) {
  if ('decline' in planned) return 'decline'
  return 'waiting' in planned ? 'waiting list' : 'accept'
}

/** The lines of the list about the place of an application in its intake. The year is left out. */
export function placeLabels({ offer, waiting, planned, arrivedLate }: PlaceOf) {
  return [
    offer &&
      (offer.state === 'open'
        ? `Offer open until ${formatDay(offer.answerBy).replace(/ \d{4}$/, '')}`
        : offerLabels[offer.state]),
    waiting && `Waiting ${waiting.rank}/${waiting.of}`,
    planned && `Planned: ${plannedLabel(planned)}`,
    arrivedLate && 'Late',
  ].filter((line) => typeof line === 'string')
}

type PlaceOf = Pick<Application, 'offer' | 'waiting' | 'planned' | 'arrivedLate'>

import type {
  Application,
  ApplicationStatus,
  Decisions,
  DeclineInput,
  PlannedDecision,
  RestoredDecision,
} from './application.ts'
import { answerByOf, type OfferState, type OfferTerms } from '../intake/offer.ts'
import type { ApplicantStatus } from './own-application.ts'

/** A decision of staff on an application. A property that the decision omits does not change. */
export type Decision = Omit<
  Decisions,
  'ids' | 'updatedAt' | 'read' | 'overbook' | 'twice' | 'reason'
>

/** The columns that decisions of staff, or an answer of the applicant, change. */
export type DecisionState = Pick<
  Application,
  | 'is_accepted'
  | 'is_archived'
  | 'declined_reason'
  | 'declined_message'
  | 'declinedAt'
  | 'withdrawnAt'
> &
  OfferColumns & {
    /** The order on the waiting list; null if the application is not on it. */
    waitingOrder: number | null
    /** The planned decision as JSON. */
    planned: string | null
  }

/** The offer of a place. All four are null without an offer. */
interface OfferColumns {
  offerState: OfferState | null
  offeredAt: string | null
  answerBy: string | null
  answeredAt: string | null
}

/** The values besides the state that a decision depends on. */
interface DecisionContext {
  /** The time of the decision, ISO 8601. */
  at: string
  /** The time of arrival, ISO 8601. It is the first order on the waiting list. */
  createdAt: string
  /** Terms of offers in the intake; null without an intake, so that no offer is made. */
  terms: OfferTerms | null
}

/** The status of an application. An archived application is "archived" even if it is accepted. */
export function statusOf({
  is_accepted,
  is_archived,
}: Pick<DecisionState, 'is_accepted' | 'is_archived'>): ApplicationStatus {
  if (is_archived) return 'archived'
  return is_accepted ? 'accepted' : 'pending'
}

/** The columns that decide the status for the applicant. */
type StatusColumns = Pick<
  DecisionState,
  'is_accepted' | 'is_archived' | 'declined_reason' | 'withdrawnAt'
>

/** The status for the applicant. An accepted application stays "accepted" when staff archive it. */
export function applicantStatusOf({
  withdrawnAt,
  declined_reason,
  is_archived,
  is_accepted,
}: StatusColumns): ApplicantStatus {
  if (withdrawnAt !== null) return 'withdrawn'
  if (declined_reason !== null) return 'declined'
  if (is_accepted) return 'accepted'
  return is_archived ? 'closed' : 'received'
}

/** Whether the applicant may replace the documents: until a decision. */
export function canReplaceDocuments(application: StatusColumns) {
  return applicantStatusOf(application) === 'received'
}

export const notDeclined = { declined_reason: null, declined_message: null, declinedAt: null }

export const noOffer: OfferColumns = {
  offerState: null,
  offeredAt: null,
  answerBy: null,
  answeredAt: null,
}

/**
 * Applies a decision to the state of an application. Accepting or unarchiving takes a decline back;
 * accepting also unarchives, unless the decision says otherwise. Accepting in an intake makes an
 * offer.
 */
export function applyDecision(
  before: DecisionState,
  decision: Decision,
  context: DecisionContext,
): DecisionState {
  const flags = applyToFlags(before, decision, context.at)
  const waitingOrder = waitingAfter(before, flags, decision, context)
  const after = {
    ...flags,
    ...offerAfter(before, flags, context),
    waitingOrder,
    planned: plannedAfter(before, { ...flags, waitingOrder }, decision),
  }
  return decision.restore ? { ...after, ...columnsOf(decision.restore) } : after
}

/** The flags of an application, and its decline or withdrawal. */
type Flags = Omit<DecisionState, keyof OfferColumns | 'waitingOrder' | 'planned'>

/** The part of `applyDecision` that does not depend on the intake. */
function applyToFlags(before: Flags, decision: Decision, at: string): Flags {
  if (decision.decline) return declinedFor(before, decision.decline, at)
  const { is_accepted = before.is_accepted, decline } = decision
  const isBack = is_accepted && !before.is_accepted
  const { is_archived = before.is_archived && !isBack } = decision
  const stays = decline === undefined && is_archived && !is_accepted
  const withdrawnAt = is_archived ? before.withdrawnAt : null
  return { ...(stays ? declineOf(before) : notDeclined), is_accepted, is_archived, withdrawnAt }
}

function offerAfter(
  before: DecisionState,
  { is_accepted }: Flags,
  { at, terms }: DecisionContext,
): OfferColumns {
  if (is_accepted && !before.is_accepted && terms !== null) {
    const answerBy = answerByOf(Date.parse(at), terms)
    return { offerState: 'open', offeredAt: at, answerBy, answeredAt: null }
  }
  if (!is_accepted && before.is_accepted) return noOffer
  const { offerState, offeredAt, answerBy, answeredAt } = before
  return { offerState, offeredAt, answerBy, answeredAt }
}

/** An application leaves the waiting list when it is accepted or archived. */
function waitingAfter(
  { waitingOrder }: DecisionState,
  { is_accepted, is_archived }: Flags,
  { waiting = waitingOrder !== null }: Decision,
  { createdAt }: DecisionContext,
) {
  if (is_accepted || is_archived || !waiting) return null
  return waitingOrder ?? Date.parse(createdAt)
}

/** Any other decision removes a planned one. */
function plannedAfter(
  before: DecisionState,
  after: Flags & Pick<DecisionState, 'waitingOrder'>,
  { planned }: Decision,
) {
  if (planned !== undefined) return planned && JSON.stringify(planned)
  const isDecided = Object.entries(after).some(
    ([name, value]) => value !== before[name as keyof typeof after],
  )
  return isDecided ? null : before.planned
}

function columnsOf({ offer, waitingOrder, planned }: RestoredDecision) {
  const { state: offerState = null, ...times } = offer ?? {}
  return {
    ...noOffer,
    ...times,
    offerState,
    waitingOrder,
    planned: planned && JSON.stringify(planned),
  }
}

/** The values that an undo restores. */
export function restoredFrom(state: DecisionState): RestoredDecision {
  const { offerState, offeredAt, answerBy, answeredAt, waitingOrder, planned } = state
  const offer =
    offerState !== null && offeredAt !== null && answerBy !== null
      ? { state: offerState, offeredAt, answerBy, answeredAt }
      : null
  return { offer, waitingOrder, planned: readPlanned(planned) }
}

export function readPlanned(json: string | null): PlannedDecision | null {
  return json === null ? null : (JSON.parse(json) as PlannedDecision)
}

/** Whether the application takes a place of its intake. */
export function takesPlace({ offerState }: Pick<DecisionState, 'offerState'>) {
  return offerState === 'open' || offerState === 'confirmed'
}

function declinedFor(before: Flags, { reason, message }: DeclineInput, at: string): Flags {
  const after = { declined_reason: reason, declined_message: message }
  const declinedAt = isDeclinedAnew(before, after) ? at : before.declinedAt
  return { is_accepted: false, is_archived: true, ...after, declinedAt, withdrawnAt: null }
}

export function isDeclined({ declined_reason }: Pick<Flags, 'declined_reason'>) {
  return declined_reason !== null
}

/** Whether an application is declined or withdrawn. Such an application is also archived. */
export function isEnded(state: Pick<Flags, 'declined_reason' | 'withdrawnAt'>) {
  return isDeclined(state) || state.withdrawnAt !== null
}

/** Whether a decision changes the reason or the message of a decline. */
export function isDeclinedAnew(
  before: Pick<Flags, 'declined_reason' | 'declined_message'>,
  after: Pick<Flags, 'declined_reason' | 'declined_message'>,
) {
  return (
    before.declined_reason !== after.declined_reason ||
    before.declined_message !== after.declined_message
  )
}

function declineOf({ declined_reason, declined_message, declinedAt }: Flags) {
  return { declined_reason, declined_message, declinedAt }
}

import {
  type DecisionState,
  noOffer,
  notDeclined,
} from '../../../../contract/application/decision.ts'
import type { OfferTerms } from '../../../../contract/intake/offer.ts'
import type { AttachmentsTable, Database } from '../../../database/tables.ts'
import { changedFields } from '../../optimistic-lock.ts'

export interface Change {
  before: Stored
  after: DecisionState
  /** The reason for accepting beyond the places, or the same person twice; for the history. */
  note?: string
}

/** The columns of an application that decisions read. */
export type Stored = DecisionState &
  Pick<AttachmentsTable, '_id' | 'updatedAt' | 'createdAt' | 'intake' | 'department'>

/** State of a new application. */
export const undecided: DecisionState = {
  is_accepted: false,
  is_archived: false,
  ...notDeclined,
  withdrawnAt: null,
  ...noOffer,
  waitingOrder: null,
  planned: null,
}

export function isChange({ before, after }: Change) {
  return changedFields(before, after).length > 0
}

export function idsOf(changes: Change[]) {
  return changes.map(({ before }) => before._id)
}

export function stateOf(row: DecisionState): DecisionState {
  const columns = Object.keys(undecided) as (keyof DecisionState)[]
  return Object.fromEntries(columns.map((name) => [name, row[name]])) as unknown as DecisionState
}

export function contextOf(
  { intake, createdAt }: Pick<Stored, 'intake' | 'createdAt'>,
  terms: ReadonlyMap<string, OfferTerms>,
  at: string,
) {
  return { at, createdAt, terms: (intake && terms.get(intake)) || null }
}

export async function offerTermsOf(db: Database, intakes: (string | null)[]) {
  const ids = [...new Set(intakes)].filter((_id) => _id !== null)
  if (ids.length === 0) return new Map<string, OfferTerms>()
  const rows = await db
    .selectFrom('intakes')
    .select(['_id', 'answerDays', 'startsOn'])
    .where('_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ _id, ...terms }) => [_id, terms]))
}

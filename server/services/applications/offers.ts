import type { DecisionState } from '../../../contract/application/decision.ts'
import type { HistoryAction } from '../../../contract/history.ts'
import type { OfferAnswer } from '../../../contract/intake/offer.ts'
import type { AttachmentsTable, Database, Transaction } from '../../database/tables.ts'
import { announceDecisions } from './decisions/apply-changes.ts'
import { PublicError, publicConflict } from '../domain-error.ts'
import { recordHistory, eventOn } from '../history.ts'
import { now } from '../ids.ts'
import { changeEach, overwrite } from '../optimistic-lock.ts'
import { addPlacement } from '../placements/placements.ts'
import { findRow } from '../rows.ts'

// Offers that end by an answer of the applicant, or without one.

type Row = AttachmentsTable

/** Carries out the applicant's answer on a locked row. Returns the error if it cannot be given. */
export async function answerOfferOf(
  transaction: Transaction,
  row: Row,
  answer: OfferAnswer,
): Promise<PublicError | undefined> {
  if (row.withdrawnAt !== null) return noOfferError()
  switch (row.offerState) {
    case null:
      return noOfferError()
    case 'confirmed':
      if (answer === 'confirm') return undefined
      return publicConflict(
        'You have confirmed this place already. If you cannot come after all, please withdraw.',
      )
    case 'declined':
      if (answer === 'decline') return undefined
      return publicConflict(
        'You have declined this place already. If you have changed your mind, please contact us.',
      )
    case 'lapsed':
      return tooLate()
    case 'open': {
      if (isOver(row)) return tooLate()
      const answeredAt = now()
      await (answer === 'confirm' ? confirm : decline)(transaction, row, answeredAt)
      return undefined
    }
    default:
      return row.offerState satisfies never
  }
}

async function confirm(transaction: Transaction, row: Row, answeredAt: string) {
  await change(transaction, row, { offerState: 'confirmed', answeredAt }, 'confirm offer')
  await addPlacement(transaction, row)
}

function decline(transaction: Transaction, row: Row, answeredAt: string) {
  const columns = { ...endedOfferColumns, offerState: 'declined' as const, answeredAt }
  return change(transaction, row, columns, 'decline offer')
}

/** Ends an open offer that was not answered in time, when its applicant comes before the job. */
export async function lapseIfOver(db: Database, row: Row): Promise<Row> {
  if (!isOver(row)) return row
  await changeEach(db, [row], lapse)
  return (await findRow(db, 'attachments', { _id: row._id })) ?? row
}

/** Ends the open offer of a locked row if it was not answered in time. */
export async function lapse(transaction: Transaction, row: Row) {
  if (!isOver(row)) return false
  await change(transaction, row, { ...endedOfferColumns, offerState: 'lapsed' }, 'lapse')
  return true
}

export function isOver({ offerState, answerBy }: Pick<Row, 'offerState' | 'answerBy'>) {
  return offerState === 'open' && answerBy !== null && answerBy < now()
}

/** Takes back a confirmed place, because these papers are missing. It keeps the time of the answer. */
export function losePlace(transaction: Transaction, row: Row, papers: string[]) {
  const columns = { ...endedOfferColumns, offerState: 'lapsed' as const }
  return change(transaction, row, columns, 'lose place', papers)
}

/** Columns of an application whose offer is over: it is archived, and staff may offer again. */
const endedOfferColumns = { is_accepted: false, is_archived: true } as const

/** Columns of an application whose applicant withdraws while it has a place. */
export function declinedByWithdrawal(answeredAt: string) {
  return { ...endedOfferColumns, offerState: 'declined', answeredAt } as const
}

async function change(
  transaction: Transaction,
  row: Row,
  columns: Partial<DecisionState>,
  action: HistoryAction,
  fields?: string[],
) {
  const after = { ...row, ...columns }
  await overwrite(transaction, 'attachments', row, columns)
  await recordHistory(transaction, {
    action,
    ...eventOn('attachment', row._id),
    ...(fields && { fields }),
  })
  await announceDecisions(transaction, [{ before: row, after }])
}

const noOfferError = () =>
  publicConflict('There is no offer to answer in this application at the moment.')

const tooLate = () =>
  publicConflict(
    'The time to answer this offer is over. If you still want the place, please contact us.',
  )

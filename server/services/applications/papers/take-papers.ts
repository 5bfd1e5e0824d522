import { paperRequired } from '../../../../contract/intake/paper-answers.ts'
import { fieldOfPurpose } from '../../../../contract/intake/paper-kinds.ts'
import type { SubmittedPapers } from '../../../../contract/intake/papers.ts'
import type { Transaction } from '../../../database/tables.ts'
import { findFreeUploads, paperKeys } from '../../documents/documents.ts'
import { invalidAnswer, PublicError } from '../../domain-error.ts'

interface IntakeOfSubmission {
  intake: string | null
  asksForPapers: boolean
}

/**
 * Finds the papers that came with a submission: their purposes and documents, or the error of a missing
 * or wrong one. A paper that the intake never asks for is left out, because staff may have changed the
 * intake while somebody filled in the form.
 */
export async function takePapers(
  transaction: Transaction,
  { intake, asksForPapers }: IntakeOfSubmission,
  given: SubmittedPapers | null,
) {
  if (intake === null || !(asksForPapers || given)) return []
  const asked = await askedPapers(transaction, intake)
  const missing = asked.find((paper) => paper.asked === 'applying' && !given?.[paper.purpose])
  if (missing) return invalidAnswer(fieldOfPurpose(missing.purpose), paperRequired)
  const keys = paperKeys(given).filter((key) =>
    asked.some(({ purpose }) => purpose === key.purpose),
  )
  const documents = await findFreeUploads(transaction, keys)
  if (documents instanceof PublicError) return documents
  return keys.map(({ purpose }, index) => ({ purpose, document: documents[index]! }))
}

/** The papers that an intake asks for at some time. They cannot be removed until the commit. */
async function askedPapers(transaction: Transaction, intake: string) {
  const rows = transaction.selectFrom('intake_papers').where('intake', '=', intake)
  await rows.select('purpose').orderBy('purpose').forShare().execute()
  const asked = rows.select(['purpose', 'asked']).where('asked', '<>', 'never')
  return asked.orderBy('purpose').execute()
}

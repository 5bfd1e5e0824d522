import { type ConsentId, consentInEnglish } from '../../contract/consent-wordings.ts'
import { kiswahili } from '../../contract/kiswahili.ts'
import type { Database } from './tables.ts'

const { says, more } = consentInEnglish

/** Each wording as it was agreed to; one that is no longer shown stays here. */
export const consentWordings: Record<ConsentId, string> = {
  'en-1': `${says} ${more}`,
  'sw-1': `${kiswahili[says]} ${kiswahili[more]}`,
}

/** Puts down what applicants are asked to agree to; what was put down once is never changed. */
export async function storeConsentWordings(db: Database) {
  await db
    .insertInto('consent_wordings')
    .values(Object.entries(consentWordings).map(([_id, wording]) => ({ _id, wording })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

import { consentWordings } from '../../contract/consent-wordings.ts'
import { consentText } from '../../contract/consent.ts'
import type { Database } from './tables.ts'

/** Puts down what applicants are asked to agree to; what was put down once is never changed. */
export async function keepConsentWordings(db: Database) {
  await db
    .insertInto('consent_wordings')
    .values(
      Object.entries(consentWordings).map(([_id, wording]) => ({
        _id,
        wording: consentText(wording),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

import { type ConsentId, consentInEnglish } from '../../contract/consent-wordings.ts'
import { kiswahili } from '../../contract/kiswahili.ts'
import type { Database } from './tables.ts'

const { says, more } = consentInEnglish

/** Every wording that applicants have agreed to. Wordings that are no longer shown stay. */
export const consentWordings: Record<ConsentId, string> = {
  'en-1': `${says} ${more}`,
  'sw-1': `${kiswahili[says]} ${kiswahili[more]}`,
}

/** Stores the wordings. A stored wording never changes. */
export async function storeConsentWordings(db: Database) {
  await db
    .insertInto('consent_wordings')
    .values(Object.entries(consentWordings).map(([_id, wording]) => ({ _id, wording })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

import { type ConsentId, consentInEnglish } from '../../contract/application/consent-wordings.ts'
import { kiswahili } from '../../contract/language/kiswahili.ts'
import type { Database } from './tables.ts'

const { says, more } = consentInEnglish

/** Every consent text that the form has ever shown. Old texts stay, because applicants agreed. */
export const consentWordings: Record<ConsentId, string> = {
  'en-1': `${says} ${more}`,
  'sw-1': `${kiswahili[says]} ${kiswahili[more]}`,
}

/** Stores new consent texts. A stored text never changes. */
export async function storeConsentWordings(db: Database) {
  await db
    .insertInto('consent_wordings')
    .values(Object.entries(consentWordings).map(([_id, wording]) => ({ _id, wording })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

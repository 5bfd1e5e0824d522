import * as z from 'zod/mini'
import { type ConsentId, consentShown, consentWordings } from './consent-wordings.ts'

/** A wording as it was agreed to, in one text. */
export const consentText = ({ says, more }: (typeof consentWordings)[ConsentId]) =>
  `${says} ${more}`

const message = 'Please reload the page and send once more'

/**
 * The id of the wording that an applicant was shown. Nobody is refused for a missing one, or one
 * of a newer version: then it is the wording in force.
 */
export const consentField = z._default(
  z.pipe(
    z.string(message).check(z.regex(/^[a-z]{2}-\d{1,3}$/, message)),
    z.transform((sent): ConsentId => (isConsentId(sent) ? sent : consentShown)),
  ),
  consentShown,
)

function isConsentId(sent: string): sent is ConsentId {
  return Object.hasOwn(consentWordings, sent)
}

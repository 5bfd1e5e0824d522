import * as z from 'zod/mini'
import { type ConsentId, consentIds, consentShown } from './consent-wordings.ts'

const message = 'Please reload the page and send once more'

/**
 * The id of the wording that an applicant was shown. Nobody is refused for a missing one, or one
 * of a newer version: then it is the wording in force, in the same language.
 */
export const consentField = z._default(
  z.pipe(
    z.string(message).check(z.regex(/^[a-z]{2}-\d{1,3}$/, message)),
    z.transform((sent): ConsentId => {
      const known = consentIds.find((id) => id === sent)
      return known ?? (sent.startsWith('sw') ? consentShown.sw : consentShown.en)
    }),
  ),
  consentShown.en,
)

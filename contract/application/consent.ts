import * as z from 'zod/mini'
import type { Sentence } from '../language/kiswahili.ts'
import { type ConsentId, consentIds, consentShown } from './consent-wordings.ts'

const message: Sentence = 'Please reload the page and send once more'

/**
 * The id of the consent text that the applicant saw. An unknown id becomes the current text in the
 * same language. A missing id becomes the current English text.
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

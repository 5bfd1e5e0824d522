/**
 * What applicants agree to by sending, by its id; `more` is the link to the privacy policy that
 * ends it. A released wording never changes: another one, or one in another language, gets an id
 * of its own, for the applications keep naming theirs.
 */
export const consentWordings = {
  'en-1': {
    says: 'By sending, you agree that our staff use these answers to decide on your application and keep them for a year, or for two after an attachment. You can have them erased earlier:',
    more: 'Privacy Policy',
  },
} as const

export type ConsentId = keyof typeof consentWordings

/** The wording that the form shows. */
export const consentShown: ConsentId = 'en-1'

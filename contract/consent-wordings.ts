import type { Language } from './languages.ts'

/**
 * Ids of all consent wordings that were ever shown. The applications name theirs, and the database
 * keeps the text of each. A released wording never changes, nor does its translation: another one
 * gets an id of its own.
 */
export const consentIds = ['en-1', 'sw-1'] as const

export type ConsentId = (typeof consentIds)[number]

/** The wording that the form shows, by its language. */
export const consentShown: Record<Language, ConsentId> = { en: 'en-1', sw: 'sw-1' }

/** The English one, 'en-1'; `more` is the link to the privacy policy that ends it. */
export const consentInEnglish = {
  says: 'By sending, you agree that our staff use these answers to decide on your application and keep them for a year, or for two after an attachment. You can have them erased earlier:',
  more: 'Privacy Policy',
} as const

import type { Language } from '../language/languages.ts'

/**
 * Ids of all consent texts that the form has ever shown. An application stores the id, and the
 * database stores the text of each id. A released text and its translation never change: a new text
 * gets a new id.
 */
export const consentIds = ['en-1', 'sw-1'] as const

export type ConsentId = (typeof consentIds)[number]

/** The consent text that the form shows now, for each language. */
export const consentShown: Record<Language, ConsentId> = { en: 'en-1', sw: 'sw-1' }

/** The English consent text 'en-1'. `more` is the link to the privacy policy at its end. */
export const consentInEnglish = {
  says: 'By sending, you agree that our staff use these answers to decide on your application and keep them for a year, or for two after an attachment. You can have them erased earlier:',
  more: 'Privacy Policy',
} as const

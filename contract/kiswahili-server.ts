import { kiswahili, type Sentence } from './kiswahili.ts'
import pages from './kiswahili-server.json' with { type: 'json' }

/** An English text that the server can translate into Kiswahili. */
export type PageSentence = Sentence | keyof typeof pages

/**
 * The complete dictionary. Only the server has the translations of the navigation, the footer, the
 * pages without React, and the descriptions for search engines.
 */
export const allKiswahili: Readonly<Record<PageSentence, string>> = { ...kiswahili, ...pages }

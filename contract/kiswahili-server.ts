import { kiswahili, type Sentence } from './kiswahili.ts'
import pages from './kiswahili-server.json' with { type: 'json' }

/** An English text that has a translation where the server says it. */
export type PageSentence = Sentence | keyof typeof pages

/** With navigation, footer, pages without React, and descriptions for search engines. */
export const allKiswahili: Readonly<Record<PageSentence, string>> = { ...kiswahili, ...pages }

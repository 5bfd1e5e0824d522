/** The languages of the pages of the application path; the first is the default. */
export const languages = ['en', 'sw'] as const

export type Language = (typeof languages)[number]

/** What each calls itself. */
export const languageNames = { en: 'English', sw: 'Kiswahili' } as const satisfies Record<
  Language,
  string
>

/** How a language writes dates and numbers, for `Intl`. */
export const locales = { en: 'en-GB', sw: 'sw-KE' } as const satisfies Record<Language, string>

/** The pages that there are in every language, by their English addresses. */
export const translatedPaths = [
  '/industrial-attachment',
  '/industrial-attachment/apply',
  '/industrial-attachment/success',
  '/industrial-attachment/status',
] as const

/** The address of such a page in a language, from its address in any: Kiswahili stands below /sw. */
export function pathIn(language: Language, path: string) {
  const english = path.replace(/^\/sw(?=\/)/, '')
  return language === 'en' ? english : `/${language}${english}`
}

/** The language of the page at an address or a path. */
export function languageOf(address: string): Language {
  return /^(https?:\/\/[^/]+)?\/sw(\/|$)/.test(address) ? 'sw' : 'en'
}

/** Puts values where a sentence has their names in braces. */
export function fill(sentence: string, values: Record<string, string | number>) {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}

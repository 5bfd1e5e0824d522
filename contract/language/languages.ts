/** Languages of the application pages; the first is the default. */
export const languages = ['en', 'sw'] as const

export type Language = (typeof languages)[number]

/** The name of each language, in that language. */
export const languageNames = { en: 'English', sw: 'Kiswahili' } as const satisfies Record<
  Language,
  string
>

/** Locales for `Intl`. */
export const locales = { en: 'en-GB', sw: 'sw-KE' } as const satisfies Record<Language, string>

/**
 * Path of the empty form. All visitors get the same page, so the server caches it until an institution,
 * a course, a department or the date in Kenya changes.
 */
export const formPath = '/industrial-attachment/apply'

/** Path of the page where applicants see their application. */
export const statusPath = '/industrial-attachment/status'

/** English paths of the pages that exist in every language. */
export const translatedPaths = [
  '/industrial-attachment',
  formPath,
  '/industrial-attachment/success',
  statusPath,
  '/industrial-attachment/document',
  '/industrial-attachment/notify',
] as const

/** The path of a page in `language`. `path` may be in any language; Kiswahili is below /sw. */
export function pathIn(language: Language, path: string) {
  const english = path.replace(/^\/sw(?=\/)/, '')
  return language === 'en' ? english : `/${language}${english}`
}

/** The path to link to from a page in `language`: in this language if the page exists in it. */
export function linkPathIn(language: Language, path: string) {
  return translatedPaths.some((translated) => translated === path) ? pathIn(language, path) : path
}

/** Language of a URL or path. */
export function languageOf(address: string): Language {
  return /^(https?:\/\/[^/]+)?\/sw(\/|$)/.test(address) ? 'sw' : 'en'
}

/** The name of a record in a language. Without a Kiswahili name, the English one. */
export function nameIn(
  language: Language,
  { name, name_sw }: { name: string; name_sw: string | null },
) {
  return (language === 'sw' && name_sw) || name
}

/** Replaces placeholders such as `{name}` by their values. */
export function fill(sentence: string, values?: Record<string, string | number>) {
  if (!values) return sentence
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}

import { type Language, locales } from '../../contract/language/languages.ts'

/** A day (YYYY-MM-DD) or time (ISO 8601) as its day in Kenya, such as '3 September 2026'. */
export function dayInWords(value: string, language: Language) {
  return format(value, language, { dateStyle: 'long' })
}

/** The same without the year and with a short month, such as '3 Sept'. */
export function shortDayInWords(value: string, language: Language) {
  return format(value, language, { day: 'numeric', month: 'short' })
}

/** Formats by their language and options: making one takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function format(value: string, language: Language, options: Intl.DateTimeFormatOptions) {
  const timeZone = value.length === 10 ? 'UTC' : 'Africa/Nairobi'
  const key = `${language} ${timeZone} ${options.dateStyle}`
  const made =
    formats.get(key) ?? new Intl.DateTimeFormat(locales[language], { ...options, timeZone })
  formats.set(key, made)
  return made.format(new Date(value))
}

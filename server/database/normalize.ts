import { latinForms } from './latin-forms.ts'

/**
 * Makes a text lower case, without accents, apostrophes and invisible characters, with Latin letters and
 * hyphens. Searches, sort orders and imports compare such texts, in the same way on both engines.
 */
export function normalizeForSearch(text: string) {
  return (
    text
      // NFKD would make two words of Ng´ang´a: the accent becomes a blank and a mark.
      .replaceAll(spacingAccents, '')
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(withLatinForm, (letter) => latinForms.get(letter)!)
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(ignored, '')
      .replaceAll(/[\p{Pd}−]/gu, '-')
  )
}

/**
 * The key of a name: equal for names that differ only in case, apostrophes, dashes, blanks and invisible
 * characters. The form without accents comes first, so that keys sort well.
 */
export function nameKey(name: string) {
  const key = name
    .replaceAll(ignored, '')
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(spacingAccents, '')
    .replaceAll(ignored, '')
    .replaceAll(/[\s\p{Pd}−]+/gu, keepBetweenDigits)
  const plain = normalizeForSearch(key)
  return plain === key ? key : `${plain}\n${key}`
}

/** The key of a name without its accents. */
export const plainKey = (name: string) => nameKey(name).split('\n')[0]!

/** Room 1-2 is not room 12. */
function keepBetweenDigits(blanks: string, start: number, whole: string) {
  const isDigit = (index: number) => /\d/.test(whole.charAt(index))
  return isDigit(start - 1) && isDigit(start + blanks.length) ? ' ' : ''
}

/** Accents with a place of their own, such as ´ and `. Keyboards have them beside the apostrophe. */
const spacingAccents = /(?!\^)\p{Sk}/gu

/** Apostrophes, characters that look like them, and invisible characters. */
const ignored = /['‘’‚‛\u02b9-\u02bf\u02c8\u02ca\u02cb\u02ee′‵Ꞌꞌ՚׳＇\p{Cf}\p{DI}]/gu

const withLatinForm = new RegExp(`[${[...latinForms.keys()].join('')}]`, 'gu')

import { latinForms } from '../../database/latin-forms.ts'

/**
 * The text in characters of the typeface: Latin, Greek and Cyrillic. Null if it has letters of other
 * scripts. Accents and letters that the typeface lacks get their Latin form: Ɗ becomes D. Emoji and
 * control characters are left out.
 */
export function printableText(text: string): string | null {
  let printable = ''
  for (const character of text.normalize('NFC')) {
    const written = printableCharacter(character)
    if (written === null) return null
    printable += written
  }
  return printable.replaceAll(/ +/g, ' ').trim()
}

/** The characters of the files in letterhead.ts. */
export const inTypeface =
  /^[\u0300\u0301\u0303\u0309\u030f\u0323 -~\u00a1-\u00ac\u00ae-\u017f\u018f\u01a0\u01a1\u01af\u01b0\u01f0\u01fa-\u01ff\u0218-\u021b\u0259\u02bc\u02c6\u02c7\u02c9\u02d8-\u02dd\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u0482\u048a-\u0513\u1e00\u1e01\u1e3e\u1e3f\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9\u2010\u2011\u2013-\u2015\u2017-\u201e\u2020-\u2022\u2026\u2030\u2032\u2033\u2039\u203a\u20ac\u2116\u2122]*$/u

function printableCharacter(character: string) {
  if (/\s/u.test(character)) return ' '
  if (/\p{C}/u.test(character)) return ''
  if (inTypeface.test(character)) return character
  const written = latinForms.get(character) ?? character.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  if (inTypeface.test(written)) return written
  return /[\p{L}\p{N}]/u.test(character) ? null : ''
}

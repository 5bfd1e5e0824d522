import { latinForms } from '../../database/latin-forms.ts'

// The fonts of letters are the standard fonts of PDF. Their encoding is WinAnsi (Windows-1252): every
// letter of English, Kiswahili and western Europe.

/**
 * The text in characters that letters can print; null if it has letters without a Latin form. Accents
 * that the encoding lacks are dropped: Ğ becomes G. Emoji and control characters are left out.
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

const winAnsi = /^[ -~¡-ÿ€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u

function printableCharacter(character: string) {
  if (/\s/u.test(character)) return ' '
  // A soft hyphen is part of the encoding, but invisible.
  if (/\p{C}/u.test(character)) return ''
  if (winAnsi.test(character)) return character
  const written = latinForms.get(character) ?? character.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  if (winAnsi.test(written)) return written
  return /[\p{L}\p{N}]/u.test(character) ? null : ''
}

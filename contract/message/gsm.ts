/** GSM-7 (GSM 03.38): characters that count one, and those of the extension table, which count two. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('^{}\\[~]|€\f')

/** Units in an SMS alone, and in each part of a longer one, which needs a header. */
const gsm = { alone: 160, each: 153 }
const ucs2 = { alone: 70, each: 67 }

/** Whether a text needs no other characters than those of GSM-7. */
export function isGsm(text: string) {
  return Array.from(text).every((letter) => basic.has(letter) || extended.has(letter))
}

/**
 * Replaces typographic characters, accents and odd spaces by characters of GSM-7, and removes
 * invisible ones. A single other character would make the SMS UCS-2, with less than half the
 * letters in a part. Graphemes without a substitute, such as emoji, stay.
 */
export function toGsm(text: string) {
  if (isGsm(text)) return text
  segmenter ??= new Intl.Segmenter('en')
  return Array.from(segmenter.segment(text.normalize('NFC')), ({ segment }) =>
    isGsm(segment) ? segment : simplify(segment),
  ).join('')
}

/** Made on first use. */
let segmenter: Intl.Segmenter | undefined

/** The number of SMS parts that a gateway charges for a text. */
export function countParts(text: string) {
  const letters = Array.from(text)
  return isGsm(text)
    ? split(letters, (letter) => (extended.has(letter) ? 2 : 1), gsm)
    : split(letters, (letter) => letter.length, ucs2)
}

/** A grapheme in GSM-7, or the same grapheme if that is not possible. */
function simplify(grapheme: string) {
  const plain = Array.from(grapheme, (letter) =>
    basic.has(letter) ? letter : decompose(substitutes.get(letter) ?? letter),
  )
    .join('')
    .replaceAll(invisible, '')
  return isGsm(plain) ? plain : grapheme
}

/** Base letters, with accents as marks after them. */
function decompose(text: string) {
  return Array.from(text.normalize('NFKD'), (letter) => substitutes.get(letter) ?? letter).join('')
}

/** Marks, control and format characters, except those of GSM-7. */
const invisible = /(?![\n\r\f])[\p{M}\p{Cc}\p{Cf}]/gu

/** Characters that Unicode does not decompose, by their substitute. */
const substitutes = new Map(
  Object.entries({
    "'": '‘’‚‛ʹʻʼʽʾʿˈ′‵‹›`´＇',
    '"': '“”„‟″‶«»〝〞',
    '-': '‐‑‒–—―−⁃•',
    '/': '⁄∕',
    ' ': '\t\v\u1680',
    '\n': '\u0085\u2028\u2029',
    b: 'ɓ',
    B: 'Ɓ',
    d: 'đɗ',
    D: 'ĐƊ',
    e: 'ɛ',
    E: 'Ɛ',
    h: 'ħ',
    H: 'Ħ',
    i: 'ı',
    l: 'ł',
    L: 'Ł',
    ng: 'ŋ',
    Ng: 'Ŋ',
    o: 'ɔ',
    O: 'Ɔ',
    oe: 'œ',
    Oe: 'Œ',
    t: 'ŧ',
    T: 'Ŧ',
    Ss: 'ẞ',
    x: '×',
  }).flatMap(([substitute, letters]) =>
    Array.from(letters, (letter): [string, string] => [letter, substitute]),
  ),
)

/** Fills parts one after the other. A character of two units is never split over two parts. */
function split(
  letters: string[],
  unitsOf: (letter: string) => number,
  { alone, each }: { alone: number; each: number },
) {
  const units = letters.map(unitsOf)
  if (units.reduce((sum, one) => sum + one, 0) <= alone) return 1
  let parts = 1
  let used = 0
  for (const one of units) {
    if (used + one > each) {
      parts++
      used = 0
    }
    used += one
  }
  return parts
}

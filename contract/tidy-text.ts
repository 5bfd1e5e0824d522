/**
 * Invisible characters, except bidi controls, which `shownOnly` refuses. `$1` is a sequence that needs
 * its invisible character: a joiner between letters of a script other than Latin, or an emoji.
 */
const invisible =
  /((?![\p{sc=Latn}\p{DI}])\p{L}(?:(?!\p{DI})\p{M})*[\u200c\u200d](?=(?!\p{DI})[\p{L}\p{M}])|\u{1f3f4}[\u{e0030}-\u{e007a}]{3,6}\u{e007f}|\p{Extended_Pictographic}[\ufe0e\ufe0f]?[\u{1f3fb}-\u{1f3ff}]?(?:\u200d(?=\p{Extended_Pictographic}))?|[\d#*]\ufe0f(?=\u20e3))|(?![\u202a-\u202e\u2066-\u2069])[\p{Cf}\p{DI}]/gu

/** Bidi controls, private use, noncharacters, control characters, and halves of UTF-16 pairs. */
export const notShown =
  /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069]/u

/** Anything but white space (in Braille U+2800), marks without a letter, and invisible characters. */
export const visible = /[^\s\u0085\u2800\p{M}\p{Cf}\p{DI}]/u

/** Tidies a text unless it is far too long: NFC takes quadratic time on some texts. */
export function unlessHuge(max: number, tidyText: (value: string) => string) {
  return (value: string) => {
    const trimmed = value.trim()
    return trimmed.length > 2 * max ? trimmed : tidyText(trimmed)
  }
}

/** One line in NFC, without invisible characters and repeated white space. */
export function tidyLine(text: string) {
  return tidy(text)
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim()
}

/** Lines in NFC that end in \n. Word processors also use \v, \f, U+0085, U+2028 and U+2029. */
export function tidyParagraph(text: string) {
  return tidy(text)
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .trim()
}

/** Removes all invisible characters: phones copy direction marks with an address or a code. */
export function withoutInvisible(text: string) {
  return text.replaceAll(/[\p{Cf}\p{DI}]/gu, '').trim()
}

/** The bullets of a list that is pasted from Word are private-use codes of its font Symbol. */
const wordBullet = /[\uf000-\uf0ff]/g

function tidy(text: string) {
  return text
    .replaceAll(invisible, '$1')
    .replaceAll('\u2800', ' ')
    .replaceAll(wordBullet, '•')
    .normalize('NFC')
}

import { readFileSync } from 'node:fs'

/**
 * Letter shapes of the font El Messiri at weight 700, so that no installed font is needed. For each
 * letter: width and path; for pairs: kerning. The unit is a thousandth of the font size. Extracted
 * with fontTools (instancer, wght=700) from app/fonts/el-messiri.woff2, with the same licence.
 */
const { letters, kerning }: Outlines = JSON.parse(
  readFileSync(new URL('el-messiri-bold.json', import.meta.url), 'utf8'),
)

interface Outlines {
  letters: Record<string, [advance: number, path: string]>
  kerning: Record<string, number>
}

/** Draws a line of text as SVG paths; `y` is its baseline. */
export function lettering(text: string, x: number, y: number, size: number, fill: string) {
  let at = 0
  const glyphs = Array.from(text, (letter, i) => {
    const [advance, path] = outline(letter)
    at += kerning[`${text[i - 1] ?? ''}${letter}`] ?? 0
    const glyph = `<path transform="translate(${at} 0)" d="${path}"/>`
    at += advance
    return glyph
  })
  const scale = size / 1000
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${glyphs.join('')}</g>`
}

/** Breaks a text into lines that are at most `width` wide. */
export function linesOf(text: string, size: number, width: number) {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && widthOf(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Width of a line of text, without kerning. */
export function widthOf(text: string, size: number) {
  const advances = Array.from(text, (letter) => outline(letter)[0])
  return (advances.reduce((sum, advance) => sum + advance, 0) * size) / 1000
}

function outline(letter: string) {
  const found = letters[letter]
  if (!found) throw new Error(`artwork/el-messiri-bold.json lacks the letter ${letter}`)
  return found
}

import Pdf from 'pdfkit'
import { expect, test } from 'vitest'

import { fonts } from './letterhead.ts'
import { inTypeface, printableText } from './printable-text.ts'

/** The part of fontkit that pdfkit uses. */
interface Font {
  hasGlyphForCodePoint(code: number): boolean
}

test.each(Object.values(fonts))('%s has every character that letters print', (file) => {
  const document = new Pdf({ font: file })
  const { font } = (document as unknown as { _font: { font: Font } })._font
  const missing = []
  for (let code = 0x20; code < 0x10000; code++) {
    const character = String.fromCharCode(code)
    if (inTypeface.test(character) && !font.hasGlyphForCodePoint(code)) missing.push(character)
  }
  expect(missing).toEqual([])
  expect(inTypeface.test('\u{10000}')).toBe(false)
})

test.each([
  ['Gĩthũkũ wa Mũrang’a', 'Gĩthũkũ wa Mũrang’a'],
  ['Wa\u0303njiru\u0303', 'Wãnjirũ'],
  ['Ğülşen-Łuŋu', 'Ğülşen-Łuŋu'],
  ['Adéọ́lá', 'Adéọ́lá'],
  ['Ελένη Владимир', 'Ελένη Владимир'],
  ['Ɗan-Ƙano ʻAlī', "Dan-Kano 'Alī"],
  ['Zawadi 🌊\u200b Ｍ２', 'Zawadi M2'],
])('letters print %j as %j', (text, printed) => {
  expect(printableText(text)).toBe(printed)
})

test.each(['王小明', 'أمينة', 'ዓለም', 'Zawadi 王'])('letters cannot print %j', (text) => {
  expect(printableText(text)).toBeNull()
})

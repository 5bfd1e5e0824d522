import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  line,
  nameLine,
  optional,
  optionalLine,
  optionalParagraph,
  paragraph,
  url,
} from './fields.ts'

const notShown = 'Remove the characters that cannot be shown'
const messageOf = (schema: ReturnType<typeof line>, value: string) =>
  schema.safeParse(value).error?.issues[0]?.message

/** Characters that nobody sees, and marks without a letter. */
const unseen = '200b ad 3164 115f 1160 ffa0 2800 fe0f 301 200d 200e 61c 34f feff e0041 e0100 a0'
  .split(' ')
  .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))

test.each(unseen)('%j is no name, no text, and no optional text', (text) => {
  for (const schema of [line(), nameLine(), paragraph()]) {
    expect(messageOf(schema, text)).toBe('Required')
    const around = schema.parse(`Za${text}wadi`)
    expect(around).toBe(around.replaceAll(/(?!\u0301)[\p{Cf}\p{DI}\u2800]/gu, ''))
  }
  for (const schema of [optionalLine(), optionalParagraph(), optional(url())]) {
    expect(schema.parse(text)).toBe(null)
  }
})

test.each(['\ue000', '\uffff', '\u{1fffe}', '\u202e', '\u2066', '\u0000', '\u009f', '\ud800'])(
  '%j is refused in every text',
  (text) => {
    for (const schema of [line(), nameLine(), paragraph()]) {
      expect(messageOf(schema, `Ali${text}rammU`)).toBe(notShown)
    }
    for (const schema of [optionalLine(), optionalParagraph()]) {
      expect(schema.safeParse(`Ali${text}`).error?.issues[0]?.message).toBe(notShown)
    }
  },
)

test('a name has a letter, another text a letter or digit, and an optional text anything', () => {
  expect(messageOf(nameLine(), '123')).toBe('Required')
  expect(line().parse('123')).toBe('123')
  for (const text of ['—', '👍', '?!']) {
    expect([messageOf(line(), text), messageOf(paragraph(), text)]).toEqual([
      'Required',
      'Required',
    ])
    expect([optionalLine().parse(text), optionalParagraph().parse(text)]).toEqual([text, text])
  }
})

test.each([
  ['Nda\u0303o', 'Ndão'],
  ['\uf0b7 Swimming', '• Swimming'],
  ['Nde\u200b\u0301', 'Ndé'],
  ['Pwa\u200dni \u00ad  Coll\u200bege\u200e', 'Pwani College'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['ක්\u200dරියා', 'ක්\u200dරියා'],
  ['ا\u200c', 'ا'],
  [
    'a 👩🏽\u200d🚀 b ❤\ufe0f\u200d🔥 c 🏳\ufe0f\u200d🌈',
    'a 👩🏽\u200d🚀 b ❤\ufe0f\u200d🔥 c 🏳\ufe0f\u200d🌈',
  ],
  [
    'a 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 1\ufe0f\u20e3',
    'a 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 1\ufe0f\u20e3',
  ],
  ['a 🏴\u{e0068}\u{e0069} 1\ufe0f 👩\u200d', 'a 🏴 1 👩'],
  ['one\u0085two', 'one two'],
])('%j is stored as %j', (typed, stored) => {
  expect(line().parse(typed)).toBe(stored)
})

test('paragraphs keep their lines, and lose what nobody sees', () => {
  expect(paragraph().parse('I\u200b am\r\nhere\u0085now\u2028\u200e ')).toBe('I am\nhere\nnow')
})

/** Texts of letters, marks, joiners, emoji and everything invisible, also side by side. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...unseen,
        ...Array.from('aé\u0301ا\u094dক\u09cdක\u0dca\u200c\u200d\ufe0f'),
        '👩',
        '🏴',
        '🏽',
        '1',
        '\u20e3',
      ),
      fc.constantFrom(
        '\u{e0067}',
        '\u{e007f}',
        '\u202a',
        '\u2069',
        '\ue000',
        '\n',
        '\u0344',
        '\u1100',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

test('what is accepted shows something, has no bidi control, and is tidy', () => {
  const bidi = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/
  fc.assert(
    fc.property(texts, (text) => {
      for (const schema of [line(), nameLine(), paragraph(), optionalLine(), optionalParagraph()]) {
        const { data: stored } = schema.safeParse(text)
        if (stored === undefined || stored === null) continue
        expect(stored).toMatch(/[^\s\p{M}\p{Default_Ignorable_Code_Point}]/u)
        expect(stored).not.toMatch(bidi)
        expect(schema.parse(stored)).toBe(stored)
      }
    }),
    { numRuns: 1500 },
  )
})

test('tidying takes linear time', () => {
  for (const text of [
    'ا\u0301'.repeat(4999),
    '🏴\u{e0067}'.repeat(2400),
    '\u200d'.repeat(9000),
    '👩\u200d'.repeat(3000),
  ]) {
    const start = performance.now()
    paragraph().safeParse(`a${text}`)
    expect(performance.now() - start).toBeLessThan(200)
  }
})

import { expect, test } from 'vitest'

import { countParts, toGsm } from './gsm.ts'

const a = (count: number) => 'a'.repeat(count)
const u = (count: number) => 'я'.repeat(count)

/** Counted by hand: GSM-7 160/153, UCS-2 70/67. */
const partsByHand: [text: string, parts: number, why: string][] = [
  ['', 1, 'nothing'],
  ['a', 1, 'one letter'],
  [a(153), 1, 'fewer than one part has'],
  [a(159), 1, 'one less than a part'],
  [a(160), 1, 'exactly one part'],
  [a(161), 2, 'one more than a part'],
  [a(306), 2, 'exactly two parts'],
  [a(307), 3, 'one more than two parts'],
  [a(459), 3, 'exactly three parts'],
  [a(460), 4, 'one more than three parts'],
  [`${a(159)}é`, 1, 'é counts one'],
  ['ÄÖÑÜäöñüàèéùìòÇØøÅåÆæßÉ@£$¥§¿¡¤_'.repeat(5), 1, '160 characters of the basic table'],
  ['ΔΦΓΛΩΠΨΣΘΞ'.repeat(16), 1, 'Greek capitals are in the basic table'],
  ['\n'.repeat(160), 1, 'a line break counts one'],
  [`${a(158)}€`, 1, '€ counts two: 160'],
  [`${a(159)}€`, 2, '€ counts two: 161'],
  ['^{}\\[~]|'.repeat(10), 1, '80 characters that count two'],
  [`${'^{}\\[~]|'.repeat(10)}a`, 2, '80 characters that count two, and one more'],
  ['{'.repeat(153), 3, '76 fit into a part, because the 77th would be split'],
  ['{'.repeat(152), 2, 'twice 76'],
  [`${a(152)}€${a(152)}`, 3, 'the € moves to the second part: 152, 2 + 151, 1'],
  [`${a(152)}€${a(151)}`, 2, 'the € moves to the second part: 152, 2 + 151'],
  [`${a(151)}€${a(153)}`, 2, 'the € ends the first part'],
  [u(70), 1, 'exactly one part of UCS-2'],
  [u(71), 2, 'one more than a part of UCS-2'],
  [u(134), 2, 'exactly two parts of UCS-2'],
  [u(135), 3, 'one more than two parts of UCS-2'],
  [u(201), 3, 'exactly three parts of UCS-2'],
  [u(202), 4, 'one more than three parts of UCS-2'],
  [`${a(69)}’`, 1, 'one apostrophe makes 70 letters UCS-2'],
  [`${a(70)}’`, 2, 'one apostrophe makes 71 letters UCS-2'],
  [`${a(159)}’`, 3, 'one apostrophe makes 160 letters UCS-2: 67, 67, 26'],
  [`${a(159)}ç`, 3, 'the small ç is not in GSM-7'],
  [`${a(68)}😀`, 1, 'an emoji counts two: 70'],
  [`${a(69)}😀`, 2, 'an emoji counts two: 71'],
  ['😀'.repeat(35), 1, '35 emoji'],
  ['😀'.repeat(66), 2, 'twice 33 emoji, because the 34th would be split'],
  ['😀'.repeat(67), 3, 'one emoji more'],
  [`${u(66)}😀${u(66)}`, 3, 'the emoji moves to the second part: 66, 2 + 65, 1'],
  [`${u(66)}😀${u(65)}`, 2, 'the emoji moves to the second part: 66, 2 + 65'],
  [`${u(65)}😀${u(67)}`, 2, 'the emoji ends the first part'],
  [`${u(65)}€[^😀`, 1, 'in UCS-2, characters of the extension table count one: 70'],
]

test.each(partsByHand.map(([text, parts, why]) => ({ text, parts, why })))(
  'parts are counted as by hand ($parts): $why',
  ({ text, parts }) => {
    expect(countParts(text)).toBe(parts)
  },
)

const inGsm: [text: string, plain: string][] = [
  ['Ng’ang’a', "Ng'ang'a"],
  [
    '‘single’ ‚low‛ ʼokina ʻ ʿayn minutes′ `grave´ ‹x›',
    "'single' 'low' 'okina ' 'ayn minutes' 'grave' 'x'",
  ],
  ['“double” „low‟ inches″ «guillemets»', '"double" "low" inches" "guillemets"'],
  ['a‐b‑c‒d–e—f―g−h', 'a-b-c-d-e-f-g-h'],
  ['more…', 'more...'],
  ['a\u00A0b\u2009c\u202Fd\u3000e\tf', 'a b c d e f'],
  ['a\u200Bb\u200Cc\u200Dd\u2060e\uFEFFf\u00ADg\u200Eh\u202Ai\u2066j\u0000k', 'abcdefghijk'],
  ['first\u2028second\u2029third\r\nfourth', 'first\nsecond\nthird\r\nfourth'],
  ['café, Ñuñez, Åse, Müller, Çelik', 'café, Ñuñez, Åse, Müller, Çelik'],
  ['cafe\u0301, N\u0303', 'café, Ñ'],
  ['ḋ ç Á ô ĩ ũ Wanjikũ Mũthĩ Šimić', 'd c A o i u Wanjiku Muthi Simic'],
  ['m\u0303 ng\u0303', 'm ng'],
  ['Łukasz Đoković Ħ œuvre ŋ ɓ ɗ ı', 'Lukasz Dokovic H oeuvre ng b d i'],
  ['ﬁ ﬃ Ａｂ ½ x² ™', 'fi ffi Ab 1/2 x2 TM'],
  ['€ ^{}\\[~]|', '€ ^{}\\[~]|'],
  ['Привет’', "Привет'"],
  ['й 中文 한글 नमस्ते می‌خواهم', 'й 中文 한글 नमस्ते می‌خواهم'],
  ['a… 👩‍👩‍👧 🇰🇪 1️⃣', 'a... 👩‍👩‍👧 🇰🇪 1'],
  ['\uD83D', '\uD83D'],
  ['', ''],
]

test.each(inGsm)('%j becomes %j', (text, plain) => {
  expect(toGsm(text)).toBe(plain)
  expect(toGsm(plain)).toBe(plain)
})

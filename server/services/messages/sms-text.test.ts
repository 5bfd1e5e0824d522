import { oneTimeLinkOf } from '../../../contract/message/one-time-links.ts'
import { expect, test } from 'vitest'

import { site } from '../../../content/site.ts'
import { type Language, languages } from '../../../contract/language/languages.ts'
import { type TemplateKind, templateKinds } from '../../../contract/message/message.ts'
import { countParts, isGsm } from '../../../contract/message/gsm.ts'
import { ownText } from './email-templates.ts'
import { renderSms as renderText, type SmsData } from './sms-text.ts'

/** 40 characters, the longest origin for which the texts have room. */
const longestOrigin = 'https://www.swahili-youth-foundation.org'
const token = 'x'.repeat(43)

/** Our own SMS of a kind. */
const renderSms = (language: Language, kind: TemplateKind, data: SmsData) =>
  renderText(language, kind, ownText(language, kind).sms ?? '', data)

const data: SmsData = {
  shortName: site.shortName,
  firstName: 'Zawadi',
  referenceId: 'SPH-2026-7K3Q9M2X',
  publicUrl: 'https://example.org',
  token: undefined,
  answerBy: '2026-08-14T20:59:59.999Z',
  startsOn: '2026-09-28',
}

const names = {
  none: '',
  short: 'Zawadi',
  'of 20 letters': 'Wwwwwwwwwwwwwwwwwwww',
  'of 20 letters with accents': 'Ĩĩũéèçñãõâêîôûäöüàòì',
  'of 21 letters': 'Wwwwwwwwwwwwwwwwwwwww',
  'of three words': 'Wwwwwwwwwwww Wwwwwwwwwwww Wwwwwwwwwwww',
  'with a typographic apostrophe': 'Ng’ang’a',
  'in other letters': 'Александр',
  'not safe': 'Visit evil.example',
}

const cases = languages.flatMap((language) =>
  templateKinds.flatMap((kind) =>
    Object.entries(names).flatMap(([length, firstName]) =>
      [longestOrigin, undefined].map((publicUrl) => ({
        language,
        kind,
        length,
        firstName,
        publicUrl,
      })),
    ),
  ),
)

test.each(cases)(
  'one part of GSM-7: $kind ($language), name $length, with PUBLIC_URL $publicUrl',
  ({ language, kind, firstName, publicUrl }) => {
    const tokenOfKind = oneTimeLinkOf(kind) ? token : undefined
    // September has the longest short name.
    const dates = { answerBy: '2026-09-28T20:59:59.999Z', startsOn: '2026-09-28' }
    const text = renderSms(language, kind, {
      ...data,
      ...dates,
      firstName,
      publicUrl,
      token: tokenOfKind,
    })

    expect([text, isGsm(text), countParts(text)]).toEqual([text, true, 1])
    expect(text).toMatch(/^SYF: [A-Z][^{}]*\S$/)
    expect(text, 'a placeholder without a value in `renderSms`').not.toContain('undefined')
  },
)

test('an SMS has short name, first name, words, link, in this order', () => {
  expect(renderSms('en', 'accepted', data)).toBe(
    'SYF: Zawadi, good news: your application is accepted. See what comes next: https://example.org/s/SPH-2026-7K3Q9M2X',
  )
  expect(renderSms('sw', 'accepted', data)).toBe(
    'SYF: Zawadi, habari njema: maombi yako yamekubaliwa. Kitakachofuata: https://example.org/sw/s/SPH-2026-7K3Q9M2X',
  )
})

test('without a first name, the sentence begins with a capital letter', () => {
  expect(renderSms('en', 'waiting', { ...data, firstName: '' })).toMatch(/^SYF: You are on/)
})

test.each([
  ['Zawadi', 'Zawadi, '],
  ['Ng’ang’a', "Ng'ang'a, "],
  ['Mũthoni', 'Muthoni, '],
  ['José', 'José, '],
  ['Wwwwwwwwwwwwwwwwwwww', 'Wwwwwwwwwwwwwwwwwwww, '],
  ['Wwwwwwwwwwwwwwwwwwwww', ''],
  ['Mary Magdalene Wanjiku', 'Mary, '],
  ['Mary Wanjiku', 'Mary Wanjiku, '],
  ['Mary-Magdalene-Wanjiku', ''],
  ['Александр', ''],
  ['evil.example', ''],
  ['evilŀexample', ''],
  ['Your prize is waiting here', ''],
])('the first name %j becomes %j', (firstName, start) => {
  const text = renderSms('en', 'waiting', { ...data, firstName })

  expect(text).toMatch(new RegExp(`^SYF: ${start}[Yy]ou are on our waiting list`))
})

test('days are short, and days in Kenya', () => {
  const midnight = { ...data, answerBy: '2026-08-14T21:00:00.000Z' }

  expect(renderSms('en', 'offered', data)).toContain('answer by 14 Aug: ')
  expect(renderSms('sw', 'offered', data)).toContain('kufikia 14 Ago: ')
  expect(renderSms('en', 'offer_reminder', midnight)).toContain('answer by 15 Aug: ')
  expect(renderSms('en', 'placement_starts', data)).toContain('starts on 28 Sept. ')
  expect(renderSms('sw', 'placement_starts', data)).toContain('yanaanza tarehe 28 Sep. ')
})

test('the link of a document request is its one-time link', () => {
  const render = (changes: Partial<SmsData>) =>
    renderSms('sw', 'document_requested', { ...data, ...changes })

  expect(render({ token })).toMatch(/: https:\/\/example\.org\/sw\/d\/x{43}$/)
  // Staff read the message without its link.
  expect(render({})).toMatch(/: \(kiungo cha kutumika mara moja\)$/)
  expect(render({ token, publicUrl: undefined })).toMatch(/: SPH-2026-7K3Q9M2X$/)
})

test('without PUBLIC_URL, the reference stands in place of the link', () => {
  expect(renderSms('en', 'accepted', { ...data, publicUrl: undefined })).toMatch(
    /See what comes next: SPH-2026-7K3Q9M2X$/,
  )
})

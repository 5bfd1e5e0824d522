import { expect, test } from 'vitest'

import { findTemplateProblems, type TemplateText } from './template-check.ts'

const ours = {
  subject: 'A place for you: please answer by {answer_by}',
  body: 'Good news.\n\nPlease answer by {answer_by} here:\n\n{link}',
  sms: 'good news: a place for you! Please answer by {answer_by}: {link}',
}
const origin = 'https://www.swahili-youth-foundation.org'
const rules = {
  kind: 'offered',
  language: 'en',
  ours,
  sender: { shortName: 'SYF', origin },
} as const

const check = (changes: Partial<TemplateText>, more: object = {}) =>
  findTemplateProblems({ ...ours, ...changes }, { ...rules, ...more })

test('our text has no problem', () => {
  expect(check({})).toEqual({})
})

test.each<[keyof TemplateText, string, RegExp]>([
  ['subject', '', /^Required$/],
  ['subject', '…', /^Required$/],
  ['subject', 'One\nBcc: eve@example.org', /one line/],
  ['subject', 'One\u2028two', /one line/],
  ['subject', 'a'.repeat(151), /at most 150 characters: this has 151/],
  ['subject', 'Read {link}', /^\{link\} cannot be filled in here\. Use only \{reference\}, /],
  ['subject', '{reason}', /cannot be filled in/],
  ['body', '{answer_by} {link} {nome}', /^\{nome\} cannot be filled in/],
  ['body', '{answer_by} {link} {first_name}', /^\{first_name\} cannot be filled in/],
  ['body', '{answer_by} {link} {constructor}', /^\{constructor\} cannot be filled in/],
  ['body', '{answer_by} {{link}}', /curly bracket stands alone/],
  ['body', '{answer_by} {link} {', /curly bracket stands alone near/],
  ['body', '{answer_by} {link} {a b}', /curly bracket stands alone near/],
  ['body', '{link}', /^\{answer_by\} is missing: people must know/],
  ['body', '{answer_by}', /^\{link\} is missing: people need it/],
  ['body', `{answer_by} {link} ${'a'.repeat(5000)}`, /at most 5,000 characters: this has 5,/],
  ['body', '{answer_by} {link} javascript:alert(1)', /^javascript:alert\(1\) is no link/],
  ['body', '{answer_by} {link} ftp://example.org', /is no link/],
  ['body', '{answer_by} {link} <b>now</b>', /plain text: people would read <b>/],
  ['body', '{answer_by} {link} \u202e', /cannot be shown/],
  ['sms', '', /^Required$/],
  ['sms', 'answer by {answer_by}', /^\{link\} is missing/],
  ['sms', 'answer here: {link}', /^\{answer_by\} is missing/],
  ['sms', '{answer_by} {link} {reference}', /^\{reference\} cannot be filled in/],
  ['sms', '{answer_by}\n{link}', /one line/],
  ['sms', '{answer_by}: {link} 😀', /^“😀” cannot be sent by SMS/],
  ['sms', `${'a'.repeat(70)} {answer_by} {link}`, /^Too long by \d+: with the longest name/],
])('%s %j is refused', (part, text, sentence) => {
  expect(check({ [part]: text })).toEqual({ [part]: expect.stringMatching(sentence) })
})

test.each<[keyof TemplateText, string]>([
  ['body', '{answer_by}\n\n{link}\n\nMore: https://example.org/a?b=c, http://example.org'],
  ['body', 'Karibu, Ng’ang’a 😀! {answer_by} {link} “Yes”: 5 < 6'],
  ['sms', 'jibu kabla ya {answer_by}’: {link}'],
])('%s %j is accepted', (part, text) => {
  expect(check({ [part]: text })).toEqual({})
})

test('what may be empty stands in a paragraph of its own', () => {
  const declined = { kind: 'declined' } as const
  const sms = 'read it here: {link}'
  const text = { subject: 'A decision', sms, body: 'Sorry.\n\n{reason}\n\n{message}\n\n{link}' }
  expect(check(text, declined)).toEqual({})
  const inside = { ...text, body: 'Sorry. {reason}\n\n{message}\n\n{link}' }
  expect(check(inside, declined).body).toMatch(/^\{reason\} needs a paragraph of its own/)
  const missing = { ...text, body: 'Sorry.\n\n{reason}\n\n{link}' }
  expect(check(missing, declined).body).toMatch(/^\{message\} is missing: what you write/)
})

test('with a long public address, an SMS may have as many parts as ours', () => {
  const sender = { shortName: 'SYF', origin: `https://${'vijana.'.repeat(10)}example.org` }
  expect(check({}, { sender })).toEqual({})
  expect(check({ sms: `${ours.sms} ${'a'.repeat(160)}` }, { sender }).sms).toMatch(/Too long/)
})

test('without a public address, the reference ID stands in place of the link', () => {
  const sender = { shortName: 'SYF', origin: null }
  expect(check({ sms: `${'a'.repeat(80)} {answer_by} {link}` }, { sender })).toEqual({})
})

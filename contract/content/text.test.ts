import { expect, test } from 'vitest'

import { linksIn, parseText, plainText, type TextPart } from './text.ts'

const words = (text: string): TextPart => ({ kind: 'words', words: text })

test('each line is a paragraph, and empty lines are left out', () => {
  expect(parseText('Karibu.\n\n\nBring **a friend**.\n')).toEqual([
    { kind: 'paragraph', parts: [words('Karibu.')] },
    {
      kind: 'paragraph',
      parts: [words('Bring '), { kind: 'bold', parts: [words('a friend')] }, words('.')],
    },
  ])
})

test('lines that begin with a hyphen or a bullet are a list', () => {
  expect(parseText('You need\n- a laptop\n• tea\nThen come.\n- Really')).toEqual([
    { kind: 'paragraph', parts: [words('You need')] },
    { kind: 'list', items: [[words('a laptop')], [words('tea')]] },
    { kind: 'paragraph', parts: [words('Then come.')] },
    { kind: 'list', items: [[words('Really')]] },
  ])
})

test('a link has words and an address, also within bold', () => {
  const link = { kind: 'link', href: '/contact', words: 'call us' }
  expect(parseText('Please [call us](/contact).')).toEqual([
    { kind: 'paragraph', parts: [words('Please '), link, words('.')] },
  ])
  expect(parseText('**[call us](/contact)**')).toEqual([
    { kind: 'paragraph', parts: [{ kind: 'bold', parts: [link] }] },
  ])
})

test.each([
  '<script>alert(1)</script>',
  '<b>bold</b> & <a href="/x">x</a>',
  '[x](javascript:alert`1`)',
  '[x](JAVASCRIPT:x)',
  '[x](data:text/html,x)',
  '[x](//example.org)',
  '[x](/\\example.org)',
  '[x](http://example.org)',
  'a ** b ** c * d',
  '**',
  '[words] (address)',
  '[](/contact)',
])('%s stays plain text', (text) => {
  const [node, ...others] = parseText(text)
  const parts = node?.kind === 'paragraph' ? node.parts : []
  expect(others).toEqual([])
  expect(parts.every(({ kind }) => kind === 'words')).toBe(true)
  expect(plainText(text)).toBe(text)
})

test('all addresses are listed, also those that are no link', () => {
  expect(linksIn('[a](/b) and **[c](https://d.example)** [e](javascript:f)')).toEqual([
    '/b',
    'https://d.example',
    'javascript:f',
  ])
})

test('plain text has no marks', () => {
  expect(plainText('**Karibu** to [us](/contact)\n- tea\n- mahamri')).toBe(
    'Karibu to us tea mahamri',
  )
})

test.each(['**'.repeat(5000), '['.repeat(10_000), '[a]('.repeat(3000), '**a'.repeat(3000)])(
  'a text made for slow patterns is parsed fast',
  (text) => {
    const before = performance.now()
    parseText(text)
    linksIn(text)
    expect(performance.now() - before).toBeLessThan(200)
  },
)

import { expect, test } from 'vitest'

import type { CollectionName } from './collections.ts'
import { datesOf, isKept, isOver } from './dates.ts'
import {
  draftSchema,
  inLanguage,
  isComplete,
  missingTranslations,
  type AnyFields,
} from './items.ts'
import { findProblems, sentenceOf } from './problems.ts'

const isSitePath = (path: string) => ['/contact', '/career/finance-director'].includes(path)
const one = (collection: CollectionName) => ({ collection, slug: 'one' })
const problemsOf = (name: CollectionName, fields: AnyFields) =>
  findProblems(one(name), fields, isSitePath)

const event = {
  title: 'Tamasha',
  description: 'Come.\n- Bring [tea](/contact)',
  date: '2026-12-01',
  lastDay: null,
  time: '9 am',
  location: 'The courtyard',
  capacity: 50,
  image: { src: '/images/events/x.webp', width: 640, height: 400, alt: 'Drums' },
  afterDate: 'move',
}

test('a complete item has no problems', () => {
  expect(problemsOf('events', event)).toEqual([])
  expect(isComplete(one('events'), event)).toBe(true)
})

test('a draft may be incomplete, and empty values become null or the default', () => {
  const draft = draftSchema(one('events')).parse({ title: ' Tamasha ', capacity: '', date: null })
  expect(draft).toEqual({
    title: 'Tamasha',
    description: null,
    date: null,
    lastDay: null,
    time: null,
    location: null,
    capacity: null,
    image: null,
    afterDate: 'move',
  })
  expect(problemsOf('events', draft).map((problem) => sentenceOf(one('events'), problem))).toEqual([
    'Description: This is missing.',
    'Date: This is missing.',
    'Time: This is missing.',
    'Location: This is missing.',
    'Maximum number of guests: This is missing.',
    'Picture: This is missing.',
  ])
})

test.each<[string, AnyFields]>([
  ['a number as text', { title: 1 }],
  ['a text as number', { capacity: 'many' }],
  ['half a guest', { capacity: 1.5 }],
  ['a day that does not exist', { date: '2026-02-30' }],
  ['a long title', { title: 'x'.repeat(121) }],
  ['characters that cannot be shown', { title: 'a\u0007' }],
  ['a picture of another site', { image: { ...event.image, src: 'https://example.org/x.webp' } }],
  ['a picture above the folder', { image: { ...event.image, src: '/images/../x.webp' } }],
  ['a field of another collection', { title: 'Tamasha', quote: 'x' }],
  ['a choice that is no option', { afterDate: 'forget' }],
  ['nothing', {}],
  ['nothing but a default', { afterDate: 'move' }],
])('a draft with %s is refused', (_what, fields) => {
  expect(draftSchema(one('events')).safeParse(fields).success).toBe(false)
})

test('blank entries of a list are left out', () => {
  const draft = draftSchema(one('jobs')).parse({ skills: [' Swahili ', '', '  '], title: 'Cook' })
  expect(draft.skills).toEqual(['Swahili'])
  expect(draft.key_areas).toEqual([])
  expect(problemsOf('jobs', draft)).toContainEqual({
    field: 'key_areas',
    message: 'This is missing.',
  })
})

test('a link without scheme gets https', () => {
  const hrefOf = (href: string) => draftSchema(one('programs')).parse({ title: 'x', href })['href']
  expect(hrefOf('example.org/a')).toBe('https://example.org/a')
  for (const href of ['/contact', 'contact', 'mailto:hello@example.org', 'tel:+254700000000']) {
    expect(hrefOf(href)).toBe(href)
  }
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'http://example.org',
  '//example.org',
  '/nowhere',
  '/contact/',
  'contact',
  'mailto:',
  'mailto:nobody',
  'tel:call me',
  'https://',
  'https:///x',
])('the link %s is a problem', (href) => {
  const card = { title: 'x', text: 'x', motif: 'jali', place: 'core', href }
  expect(problemsOf('programs', card)).toEqual([
    { field: 'href', message: expect.stringMatching(/^The link .* leads nowhere\./) },
  ])
  expect(problemsOf('events', { ...event, description: `[x](${href})` })).toHaveLength(
    /[\s()]/.test(href) || href === '' ? 0 : 1,
  )
})

test.each([
  'https://example.org/a?b=c#d',
  '/contact',
  '/contact#map',
  '/career/finance-director?from=home',
  'mailto:hello@example.org?subject=x',
  'tel:+254700000000',
])('the link %s is no problem', (href) => {
  const card = { title: 'x', text: 'x', motif: 'jali', place: 'core', href }
  expect(problemsOf('programs', card)).toEqual([])
})

test('a picture without a description is a problem', () => {
  const image = { ...event.image, alt: '' }
  expect(problemsOf('events', { ...event, image })).toEqual([
    { field: 'image', message: 'Describe it for people who cannot see it.' },
  ])
})

test('an end before a start is a problem', () => {
  expect(problemsOf('events', { ...event, lastDay: '2026-11-30' })).toEqual([
    { field: 'lastDay', message: 'This is before “Date”.' },
  ])
})

test('an item is over after its last day', () => {
  expect(datesOf('events', event)).toEqual({ starts: '2026-12-01', ends: '2026-12-01' })
  expect(isOver('events', event, '2026-12-01')).toBe(false)
  expect(isOver('events', event, '2026-12-02')).toBe(true)
  expect(isOver('events', { ...event, lastDay: '2026-12-03' }, '2026-12-02')).toBe(false)
  expect(isOver('team', {}, '2026-12-02')).toBe(false)
})

test('an item that is kept is not over after its last day', () => {
  const kept = { ...event, afterDate: 'keep' }
  const days = ['2026-12-01', '2026-12-02']
  expect(days.map((day) => isKept('events', kept, day))).toEqual([false, true])
  expect(days.map((day) => isOver('events', kept, day))).toEqual([false, false])
  expect(days.map((day) => isKept('events', event, day))).toEqual([false, false])
})

test('a missing translation falls back to English and is named', () => {
  const notice = { text: 'Closed on Monday', text_sw: null }
  expect(inLanguage(notice, 'text', 'sw')).toBe('Closed on Monday')
  expect(inLanguage({ ...notice, text_sw: 'Tumefunga' }, 'text', 'sw')).toBe('Tumefunga')
  expect(inLanguage({ ...notice, text_sw: 'Tumefunga' }, 'text', 'en')).toBe('Closed on Monday')
  expect(missingTranslations(one('notices'), notice)).toEqual(['text'])
})

test('a page text has the fields of its page, and entries need a title and a text', () => {
  const name = { collection: 'page-texts', slug: 'case-management' } as const
  const typed = { title: 'x', lead: 'y', features: [{ title: 'Call', text: '' }, { title: '' }] }
  const draft = draftSchema(name).parse(typed)
  expect(draft['features']).toEqual([{ title: 'Call', text: '' }])
  expect(findProblems(name, draft, isSitePath)).toEqual([
    { field: 'features', message: 'Write each line as “Title: text”.' },
  ])
  expect(draftSchema(name).safeParse({ ...typed, mission: 'x' }).success).toBe(false)
  const contact = { collection: 'page-texts', slug: 'contact' } as const
  for (const wrong of [{ email: 'nobody' }, { phone: '12' }]) {
    expect(draftSchema(contact).safeParse(wrong).success).toBe(false)
  }
})

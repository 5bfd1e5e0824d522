import { expect, test } from 'vitest'

import type { CollectionName } from '../../../contract/content/collections.ts'

import { fieldMessages } from '../../../contract/first-messages.ts'
import { formSchema, stillSending, toInputs, wordsIn } from './item-values.ts'

const typed = {
  title: 'Ngoma Night – Kijiji cha Café',
  description: 'Three drum groups.',
  date: '2100-12-01',
  lastDay: '',
  time: '6 pm',
  location: 'The sea wall',
  capacity: ' 200 ',
  'image.src': '/pictures/a.webp',
  'image.width': '640',
  'image.height': '400',
  'image.alt': 'Drums',
  afterDate: 'keep',
}

const image = { src: '/pictures/a.webp', width: 640, height: 400, alt: 'Drums' }

const one = (collection: CollectionName) => ({ collection, slug: 'one' })

test('a form becomes the fields of a draft, and an address made from the title', () => {
  expect(formSchema(one('events'), true).parse(typed)).toEqual({
    title: typed.title,
    description: typed.description,
    date: '2100-12-01',
    lastDay: null,
    time: '6 pm',
    location: 'The sea wall',
    capacity: 200,
    image,
    afterDate: 'keep',
    slug: 'ngoma-night-kijiji-cha-cafe',
  })
  expect(formSchema(one('events'), true).parse({ ...typed, slug: 'ngoma' })).toMatchObject({
    slug: 'ngoma',
  })
  expect(formSchema(one('events'), false).parse(typed)).not.toHaveProperty('slug')
})

test('an incomplete draft is accepted', () => {
  const draft = formSchema(one('jobs'), false).parse({
    title: 'Cook',
    skills: 'Fish\r\n\n Rice \n',
  })
  expect(draft).toMatchObject({ title: 'Cook', skills: ['Fish', 'Rice'], deadline: null })
})

test.each([
  [{ capacity: 'many' }, 'capacity', 'Use a whole number from 1 to 100,000'],
  [{ capacity: '1.5' }, 'capacity', 'Use a whole number from 1 to 100,000'],
  [
    { 'image.src': stillSending },
    'image',
    'The picture is still being sent. Try again in a moment.',
  ],
])('%j is refused beside its field', (change, field, message) => {
  const { error } = formSchema(one('events'), false).safeParse({ ...typed, ...change })
  expect(fieldMessages(error?.issues ?? [])).toEqual({ [field]: message })
})

test('controls show numbers and lists as text', () => {
  expect(toInputs(one('events'), { title: 'x', capacity: 20, image })).toMatchObject({
    title: 'x',
    capacity: '20',
    image,
  })
  expect(toInputs(one('jobs'), { skills: ['Fish', 'Rice'] })['skills']).toBe('Fish\nRice')
  expect(toInputs(one('jobs'), {})['skills']).toBe('')
  expect(toInputs(one('events'), {})['afterDate'], 'a new item is moved').toBe('move')
})

test('comparisons show labels and pictures in words', () => {
  expect(wordsIn(one('notices'))('warning', 'tone')).toBe('Warning')
  expect(wordsIn(one('events'))(image, 'image')).toBe('/pictures/a.webp\nDrums')
  expect(wordsIn(one('events'))(null, 'image')).toBe('nothing')
  expect(wordsIn(one('jobs'))([], 'skills')).toBe('nothing')
})

test('entries are lines with a colon', () => {
  const name = { collection: 'page-texts', slug: 'about' } as const
  const values = [{ title: 'Empowerment', text: 'We hand over: keys.' }]
  const shown = toInputs(name, { values })['values']
  expect(shown).toBe('Empowerment: We hand over: keys.')
  expect(formSchema(name, false).parse({ values: shown })).toMatchObject({ values })
})

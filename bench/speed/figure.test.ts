import { expect, test } from 'vitest'

import { mark, verdict, type Figure } from './figure.ts'

const slow: Figure = { what: '', measured: '', limit: '', value: 101, target: 'peak' }
const others = { processors: 0.5, disk: 0 }

test('a figure beyond its target fails, but not for the load of other programs', () => {
  expect(verdict(slow)).toBe('failed')
  expect(mark([slow], others).map(verdict)).toEqual(['disturbed'])
  expect(mark([slow], undefined).map(verdict)).toEqual(['failed'])
})

test('a disturbed figure may still reach its target', () => {
  expect(verdict({ ...slow, value: 100, others })).toBe('holds')
})

test('a known miss stays a miss up to its worst accepted value', () => {
  const page: Figure = { ...slow, target: 'page' }
  expect([0.5, 0.4, 0.2].map((value) => verdict({ ...page, value }))).toEqual([
    'holds',
    'missed',
    'failed',
  ])
})

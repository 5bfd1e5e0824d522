import { expect, test } from 'vitest'

import { verdict, type Figure } from './figure.ts'

const figure: Figure = { what: '', measured: '', limit: '', value: 0, target: 'list' }

test('a figure beyond its target fails', () => {
  expect([3, 3.1].map((value) => verdict({ ...figure, value }))).toEqual(['holds', 'failed'])
})

test('a known miss stays a miss up to its worst accepted value', () => {
  const stored: Figure = { ...figure, target: 'stored bytes' }
  expect([0.4, 0.3, 0.05].map((value) => verdict({ ...stored, value }))).toEqual([
    'holds',
    'missed',
    'failed',
  ])
})

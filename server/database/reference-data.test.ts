import { expect, test } from 'vitest'

import { certifications, counties } from '../../contract/constants.ts'
import { institutions } from './reference-data.ts'

test('Kenya has 47 counties', () => {
  expect(new Set(counties).size).toBe(47)
  expect(counties).toHaveLength(47)
})

test('there are at least 25 institutions, each in a county and with courses', () => {
  expect(new Set(institutions.map(({ name }) => name)).size).toBeGreaterThanOrEqual(25)
  expect(institutions.filter(({ county }) => !counties.includes(county))).toEqual([])
  expect(institutions.filter(({ courses }) => courses.length === 0)).toEqual([])
})

test('every certification is in use', () => {
  const used = institutions.flatMap(({ courses }) => courses.map((each) => each.certification))
  expect(certifications).toHaveLength(4)
  expect(new Set(used)).toEqual(new Set(certifications))
})

import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { certifications, counties } from '../../contract/constants.ts'
import { readInstitutions } from './fill-reference-data.ts'

const institutions = readInstitutions()
const courses = institutions.flatMap((institution) => institution.courses)

test('Kenya has 47 counties', () => {
  expect(new Set(counties).size).toBe(47)
  expect(counties).toHaveLength(47)
})

test('there are at least 25 institutions, each in a county and with courses', () => {
  expect(new Set(institutions.map(({ name }) => name)).size).toBeGreaterThanOrEqual(25)
  expect(institutions.filter(({ county }) => !counties.includes(county))).toEqual([])
  expect(institutions.filter((institution) => institution.courses.length === 0)).toEqual([])
})

test('every course belongs to an institution of the list', () => {
  const file = readFileSync('server/database/reference-data/courses.csv', 'utf8')
  expect(courses).toHaveLength(file.trimEnd().split('\n').length - 1)
})

test('every certification is in use', () => {
  const used = courses.map(({ certification }) => certification)
  expect(certifications).toHaveLength(4)
  expect(new Set(used)).toEqual(new Set(certifications))
})

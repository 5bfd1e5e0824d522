import { buffer } from 'node:stream/consumers'

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'

import { contactTexts } from '../../../content/contact.ts'
import { renderLetter, streamLetters } from './letter-pdf.ts'
import type { IssuedLetter } from './letters.ts'

const letter: IssuedLetter = {
  code: '7K3-Q9M-2XA-BCD',
  kind: 'acceptance',
  issuedOn: '2026-11-25',
  firstName: 'Zawadi',
  middleName: null,
  lastName: 'Mwangi',
  institution: 'Technical University of Mombasa',
  department: 'Tech & Engineering',
  ownPapers: [],
  department_sw: 'Teknolojia na Uhandisi',
  startsOn: '2027-01-04',
  endsOn: '2027-04-02',
  supervisor: null,
}

const options = {
  language: 'en',
  publicUrl: 'https://foundation.example',
  contact: contactTexts,
} as const

test('each page of a file of letters has the structure of its own text', async () => {
  // The second letter takes two pages.
  const long = { ...letter, institution: 'Institute of long names '.repeat(50) }
  const bytes = await buffer(streamLetters(letter, [letter, long, letter], options))

  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const structures = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const roles = rolesOf(await page.getStructTree())
    structures.push(roles.filter((role) => /^(Figure|H\d)$/.test(role)))
  }
  const top = ['Figure', 'H1', 'H2']
  const bottom = ['Figure', 'H2']
  expect(structures).toEqual([[...top, ...bottom], top, bottom, [...top, ...bottom]])
})

test('a letter writes names as they are, in an embedded typeface', async () => {
  const names = {
    firstName: 'Gĩthũkũ',
    middleName: 'Ng’ang’a-Łucja',
    lastName: 'Mũrĩĩthi Adéọ́lá',
    institution: 'Chuo cha Mũrang’a – Ελλάς',
    department: 'Ũgĩ na Ũtarĩ',
    supervisor: 'Wanjirũ Владимировна',
  }
  const bytes = await renderLetter({ ...letter, ...names }, options)

  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const page = await pdf.getPage(1)
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
  for (const name of Object.values(names)) {
    expect(text.normalize('NFC').replaceAll(/\s+/g, ' ')).toContain(name.normalize('NFC'))
  }
  expect(bytes.toString('latin1')).toMatch(/FontName \/[A-Z]{6}\+Roboto-Regular/)
})

/** The roles of an element of pdf.js's structure tree and of all elements in it. Contents have no role. */
function rolesOf(element: object): string[] {
  const { role, children = [] } = element as { role?: string; children?: object[] }
  return [...(role ? [role] : []), ...children.flatMap(rolesOf)]
}

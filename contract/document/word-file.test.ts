import fc from 'fast-check'
import { expect, test, vi } from 'vitest'

import {
  contentTypes,
  macroMain,
  relationTo,
  wordMain,
  wordParts,
  zipOf,
} from '../../tests/support/word-files.ts'
import { checkWordFile } from './word-file.ts'

const plain = wordParts()
const utf16 = Buffer.from(`\uFEFF${contentTypes('word/document.xml')}`, 'utf16le')
const byEnding = contentTypes('other.xml', 'text/xml').replaceAll('application/xml', wordMain)

test.each([
  ['Word', zipOf(plain)],
  ['Word Online', zipOf(wordParts('word/document2.xml'))],
  ['another main part', zipOf(wordParts('word/document22.xml'))],
  ['a main part at the root', zipOf(wordParts('document.xml'))],
  ['backslashes', zipOf(renamed(plain, (name) => name.replaceAll('/', '\\')))],
  ['names in lower case', zipOf(renamed(plain, (name) => name.toLowerCase()))],
  ['names in upper case', zipOf(renamed(plain, (name) => name.toUpperCase()))],
  ['ZIP64 records', zipOf(plain, { isZip64: true })],
  ['bytes after the end', zipOf(plain, { tail: '\r\n\0\0\0' })],
  ['no relations', zipOf({ ...plain, '_rels/.rels': '<Relationships/>' })],
  ['types in UTF-16', zipOf({ ...plain, '[Content_Types].xml': utf16 })],
  ['a type for an ending', zipOf({ ...plain, '[Content_Types].xml': byEnding })],
  [
    'a template',
    zipOf({
      ...plain,
      '[Content_Types].xml': contentTypes(
        'word/document.xml',
        wordMain.replace('document.main', 'template.main'),
      ),
    }),
  ],
])('a Word file with %s is accepted', async (_what, file) => {
  expect(await checkWordFile(file)).toBeUndefined()
})

const main = 'word/document.xml'
const typed = (type: string, more = '') => ({
  ...plain,
  '[Content_Types].xml': contentTypes(main, type, more),
})
const macroEnding = '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>'
const vbaRelation = 'http://schemas.microsoft.com/office/2006/relationships/vbaProject'

test.each([
  ['beside the main part', zipOf({ ...plain, 'word/vbaProject.bin': '' })],
  ['in another case', zipOf({ ...plain, 'word/VBAproject.bin': '' })],
  ['in another folder', zipOf({ ...plain, 'x\\vbaProject2.BIN': '' })],
  ['behind the counted files', zipOf({ ...plain, 'vbaProject.bin': '' }, { uncounted: 1 })],
  ['of a main part', zipOf(typed(macroMain))],
  [
    'of a template',
    zipOf(typed(macroMain.replace('document.macroEnabled', 'template.macroEnabledTemplate'))),
  ],
  ['by their type', zipOf({ ...typed(wordMain, macroEnding), 'word/a.bin': '' })],
  ['by a type with entities', zipOf(typed(wordMain, macroEnding.replace('vba', '&#x76;b&#97;')))],
  ['behind a comment', zipOf(typed(wordMain, `<!-- > -->${macroEnding}`))],
  [
    'by a relation',
    zipOf({ ...plain, 'word/_rels/document.xml.rels': relationTo('a.bin', vbaRelation) }),
  ],
])('macros %s are found', async (_what, file) => {
  expect(await checkWordFile(file)).toBe('macros')
})

test.each([
  ['of photos', zipOf({ 'a.jpg': '', 'b.jpg': '' }), 'zip'],
  ['without content types', zipOf({ 'word/document.xml': '', mimetype: '' }), 'zip'],
  [
    'of a spreadsheet',
    zipOf(typed(wordMain.replace('wordprocessingml.document', 'spreadsheetml.sheet'))),
    'zip',
  ],
  [
    'whose type is in a comment',
    zipOf({ ...plain, '[Content_Types].xml': `<!--${contentTypes(main)}-->` }),
    'zip',
  ],
  [
    'without its main part',
    zipOf({ ...plain, '[Content_Types].xml': contentTypes('word/a.xml') }),
    'zip',
  ],
  ['cut in its end', zipOf(plain).slice(0, -4), 'broken'],
  ['with its content types twice', zipOf({ ...plain, '[content_types].xml': '' }), 'broken'],
  [
    'with types longer than any',
    zipOf({ ...plain, '[Content_Types].xml': ' '.repeat(300_001) }),
    'broken',
  ],
  ['cut in its directory', zipOf(plain).slice(0, -30), 'broken'],
])('a ZIP file %s is refused', async (_what, file, error) => {
  expect(await checkWordFile(file)).toBe(error)
})

test('a browser that cannot inflate judges by the names alone', async () => {
  vi.stubGlobal('DecompressionStream', undefined)
  expect(await checkWordFile(zipOf(wordParts('word/document2.xml')))).toBeUndefined()
  expect(await checkWordFile(zipOf({ ...plain, 'word/vbaProject.bin': '' }))).toBe('macros')
  expect(await checkWordFile(zipOf({ 'a.jpg': '' }))).toBe('zip')
  vi.unstubAllGlobals()
})

test('a damaged file is refused or accepted, and never an error', async () => {
  const file = zipOf(plain, { isZip64: true })
  const damage = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(file.length), async (changes, length) => {
      const damaged = file.slice(0, length)
      for (const [at, byte] of changes) if (at < length) damaged[at] = byte
      expect([undefined, 'zip', 'macros', 'broken']).toContain(await checkWordFile(damaged))
    }),
    { numRuns: 300 },
  )
})

test('hostile content types take no time', async () => {
  const hostile = ['<!--', '<Override ', '<Override a', 'a="', 'x'].map(
    (text) => `<Override ${text.repeat(290_000 / text.length)}`,
  )
  const began = performance.now()
  for (const types of hostile)
    await checkWordFile(zipOf({ ...plain, '[Content_Types].xml': types }))
  expect(performance.now() - began).toBeLessThan(2000)
})

function renamed(files: Record<string, string>, rename: (name: string) => string) {
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [rename(name), content]))
}

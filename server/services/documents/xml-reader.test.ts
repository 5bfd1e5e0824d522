import { expect, test } from 'vitest'

import { childText, readXml } from './xml-reader.ts'

test('elements, text, attributes and entities are read', () => {
  const root = readXml(`<?xml version='1.0'?>
    <list xmlns="http://example.org/?a=1&amp;b" size='2'>
      <key>a&amp;b &lt;c&gt; &quot;d&apos; &#233;&#xE9;&#x1F4C4;</key><empty/><key>second</key>
    </list>\n`)

  expect(root.name).toBe('list')
  expect(root.children.map(({ name }) => name)).toEqual(['key', 'empty', 'key'])
  expect(childText(root, 'key')).toBe(`a&b <c> "d' éé📄`)
  expect(childText(root, 'empty')).toBe('')
  expect(childText(root, 'other')).toBeUndefined()
})

test.each([
  ['nothing', ''],
  ['text', 'Service Unavailable'],
  ['a truncated element', '<list><key>a</key>'],
  ['a truncated tag', '<list><key>a</key></list'],
  ['crossed elements', '<list><key></list></key>'],
  ['a second root', '<list/><list/>'],
  ['text after the root', '<list/>more'],
  ['an end without a start', '</list>'],
  ['a document type', '<!DOCTYPE list [<!ENTITY a "b">]><list>&a;</list>'],
  ['an unknown entity', '<list>&a;</list>'],
  ['a bare ampersand', '<list>a & b</list>'],
  ['an impossible character', '<list>&#x110000;</list>'],
  ['a comment', '<list><!-- a --></list>'],
])('%s is refused', (_what, source) => {
  expect(() => readXml(source)).toThrow('This is not the XML of an S3 service')
})

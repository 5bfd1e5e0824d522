import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isAmbiguous, pathOf, queryOf, withOneSlash } from './url-path.ts'

test.each([
  ['/', '/', ''],
  ['/about', '/about', ''],
  ['/about/', '/about', ''],
  ['/about//?a=/b/', '/about', '?a=/b/'],
  ['/?', '/', '?'],
  ['//', '/', ''],
])('%s is the path %s with the query "%s"', (url, path, query) => {
  expect([pathOf(url), queryOf(url)]).toEqual([path, query])
})

test('a million slashes take linear time', () => {
  const url = `/a${'/'.repeat(1_000_000)}x`
  expect(pathOf(url)).toBe(url)
})

test.each(['//', '//host/..', '/about/..', '/./', '/a/%2E%2e/b', '/\\host'])(
  '%s is no literal path',
  (url) => expect(isAmbiguous(url)).toBe(true),
)

test.each(['/', '/about//', '/.well-known/x', '/a..b/...', '/?next=/../x', '/about?a=//b'])(
  '%s is a literal path',
  (url) => expect(isAmbiguous(url)).toBe(false),
)

test.each([
  ['//programs', '/programs'],
  ['///programs/?a=//b', '/programs/?a=//b'],
  ['//', '/'],
  ['//www.example.com', '/www.example.com'],
  ['/programs', undefined],
  ['//programs/../x', undefined],
  ['//\\www.example.com', undefined],
  ['//\t/www.example.com', undefined],
])('%j with one slash is %j', (url, expected) => {
  expect(withOneSlash(url)).toBe(expected)
})

test('a URL with one slash never leads to another host', () => {
  const parts = ['/', '\\', '\t', '\n', '.', '%2e', '%2f', '@', ':', '?', '#', 'www.example.com']
  const urls = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string()))
  fc.assert(
    fc.property(urls, (all) => {
      const meant = withOneSlash(`//${all.join('')}`) ?? '/'
      expect(new URL(meant, 'https://own.example').host).toBe('own.example')
    }),
  )
})

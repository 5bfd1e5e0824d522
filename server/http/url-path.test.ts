import { expect, test } from 'vitest'

import { isAmbiguous, pathOf, queryOf } from './url-path.ts'

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

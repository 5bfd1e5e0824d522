import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import type { RouteConfigEntry } from '@react-router/dev/routes'

import routes from '../app/routes.ts'
import { publicPaths } from '../content/paths.ts'

/** Public routes that are not in the sitemap. */
const unlisted = new Set([
  '/*',
  '/verify/:code?',
  '/sw/verify/:code?',
  ...['', '/sw'].flatMap((language) =>
    ['success', 'status', 'status/copy', 'document', 'notify', 'questions/:token?'].map(
      (page) => `${language}/industrial-attachment/${page}`,
    ),
  ),
])

const publicRoutes = routes
  .filter(({ file }) => file.startsWith('site/'))
  .flatMap(({ children = [] }) => children.map(pathOf))

test('every public route is in content/paths.ts', () => {
  const forgotten = publicRoutes
    .filter((route) => !unlisted.has(route))
    .filter((route) => !publicPaths.some((path) => matchPath(route, path)))
  expect(forgotten).toEqual([])
})

test('every path of content/paths.ts has a route', () => {
  const pages = publicRoutes.filter((route) => !unlisted.has(route))
  expect(publicPaths.filter((path) => !pages.some((route) => matchPath(route, path)))).toEqual([])
})

function pathOf({ path = '' }: RouteConfigEntry) {
  return `/${path}`
}

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { promisedBrowsers } from './support/browser-compat.ts'
import {
  guardedInScripts,
  guardedInSources,
  guardedInStyles,
  otherMeanings,
} from './support/guarded-features.ts'
import {
  hydratedRoutes,
  publicScripts,
  publicSources,
  publicStyles,
  readScript,
  scriptsInPages,
} from './support/public-files.ts'
import { newFeaturesInScript } from './support/script-features.ts'
import { newFeaturesInSources } from './support/source-features.ts'
import { newFeaturesInStyles } from './support/style-features.ts'

// The public pages and the form work in the browsers of docs/decisions/0017. A feature that one of them
// lacks needs a guard or a fallback; then it is listed in tests/support/guarded-features.ts.

test('the build has the promised browsers as its targets', () => {
  const { chrome, safari, firefox } = promisedBrowsers
  const targets = `['chrome${chrome}', 'safari${safari}', 'firefox${firefox}']`
  expect(readFileSync('vite.config.ts', 'utf8')).toContain(targets)
})

test('React hydrates the back office, and no public page as a whole', () => {
  const backOffice = ['app/admin/layout.tsx', 'app/routes/login.tsx', 'app/routes/set-password.tsx']
  expect(hydratedRoutes().toSorted()).toEqual(backOffice)
})

test('the sources of public pages call no newer feature without a guard', () => {
  const sources = publicSources()
  expect(sources, 'imports were followed').toContain('app/api/call.ts')
  const features = newFeaturesInSources(sources)
  expectSame([...features], Object.keys(guardedInSources))
})

test('the built scripts of public pages have no newer syntax, and no newer feature without a guard', () => {
  const scripts = publicScripts()
  expect(scripts, 'imports were followed').toContainEqual(expect.stringMatching(/prepare-document/))
  expect(scripts).toEqual(expect.arrayContaining([...scriptsInPages()]))

  const code = new Map<string, string>()
  for (const file of scripts) {
    for (const { feature, near } of newFeaturesInScript(readScript(file))) code.set(feature, near)
  }
  expectSame([...code.keys()], [...Object.keys(guardedInScripts), ...otherMeanings], code)
})

test('the check of built scripts knows which syntax is newer', () => {
  const found = ['class A { static {} }', '/(?<=a)b/', 'new Intl.Segmenter()', 'size.at(1)']
  expect(found.map((code) => newFeaturesInScript(code).length)).toEqual([1, 1, 1, 0])
  for (const code of ['/a/v', 'using a = b', 'import a from "a" with { type: "json" }']) {
    expect(() => newFeaturesInScript(code)).toThrow(SyntaxError)
  }
})

test('the styles of public pages have no newer feature without a fallback', () => {
  const styles = publicStyles()
  expect(styles, 'the styles of public pages and of the form').toHaveLength(2)
  const code = new Map(styles.flatMap((text) => [...newFeaturesInStyles(text)]))
  expectSame([...code.keys()], Object.keys(guardedInStyles), code)
})

function expectSame(features: string[], listed: string[], code = new Map<string, string>()) {
  const newer = features.filter((feature) => !listed.includes(feature))
  const named = newer.map((feature) => [feature, code.get(feature)].filter(Boolean).join(' in '))
  expect(named, 'features that a promised browser lacks').toEqual([])
  const unused = listed.filter((feature) => !features.includes(feature))
  expect(unused, 'features in guarded-features.ts that nothing uses').toEqual([])
}

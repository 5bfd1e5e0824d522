import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import { buildSources } from '../bin/prepare.js'

/** The module name after `from` or `import`, or in `import('…')`. */
const importLine = /(?:^(?:import|export)\s[^'"=]*?\bfrom |^import |\bimport\()['"]([^'"]+)['"]/gm

/** Allowed imports of each folder, besides the files of the same folder. */
const mayImport: Record<string, string[]> = {
  contract: [],
  content: ['contract/content/motifs.ts'],
  'server/database': ['contract', 'content'],
  // A migration stays as it is. What it needs of other code is copied beside it. `engine.ts` has types.
  'server/database/migrations': ['server/database/engine.ts'],
  'server/services': ['contract', 'content', 'server/database'],
  'server/cli': [
    'bin/prepare.js',
    'contract',
    'server/database',
    'server/services',
    'server/email-setup.ts',
    'server/env-file.ts',
    'server/jobs.ts',
    'server/setting-names.ts',
    'server/settings.ts',
  ],
  'server/http': ['contract', 'server/services'],
  'server/routes': [
    'contract',
    'server/http',
    'server/services',
    'server/database/engine.ts',
    'server/database/open.ts',
    'server/database/tables.ts',
    'server/settings.ts',
    'app/page-context.ts',
  ],
  'app/lib': [
    'contract/language/languages.ts',
    'contract/language/kiswahili.ts',
    'contract/language/kiswahili-server.ts',
    'contract/time-zone.ts',
    'contract/language/translate.ts',
  ],
  'app/ui': ['app/lib', 'app/styles/toaster.css'],
  'app/scripts': ['app/lib'],
  'app/api': ['contract'],
  'app/forms': ['contract', 'app/lib', 'app/ui', 'app/api', 'app/page-context.ts'],
  'app/offline': ['contract', 'app/lib', 'app/forms'],
  'app/site': [
    'contract',
    'content',
    'app/lib',
    'app/ui',
    'app/forms',
    'app/offline',
    'app/page-context.ts',
  ],
  'app/admin': [
    'contract',
    'content/site.ts',
    'app/lib',
    'app/ui',
    'app/api',
    'app/forms',
    'app/styles/admin.css',
  ],
  'app/routes': ['contract', 'content', 'app'],
}

/**
 * Allowed imports between the parts of server/services: its folders, and files that import from them. A
 * part may import only parts above it, so there are no cycles. `shared` is every other file directly in
 * server/services; all parts may import it.
 */
const servicesMayImport: Record<string, string[]> = {
  shared: [],
  papers: [],
  questions: [],
  messages: ['papers'],
  sms: ['messages'],
  accounts: ['messages'],
  'reference-data': ['accounts'],
  'history-list.ts': ['reference-data'],
  documents: ['messages', 'questions'],
  content: ['documents'],
  letters: ['papers'],
  placements: ['messages'],
  intakes: ['messages', 'papers', 'questions'],
  applications: [
    'papers',
    'questions',
    'messages',
    'reference-data',
    'documents',
    'letters',
    'placements',
    'intakes',
  ],
  'cleanup.ts': ['accounts', 'content', 'documents', 'applications'],
}

/** Packages that the files of a folder must not import. */
const mustNotImport: Record<string, RegExp> = {
  'server/database/migrations': /^(?!kysely(\/|$)|node:)/,
  contract: /^(?!zod\/mini$)/,
  content: /./,
  'server/services': /fastify/,
  'app/ui': /^react-router|tanstack/,
}

for (const [folder, allowed] of Object.entries(mayImport)) {
  test(`${folder} imports only what it may`, () => {
    const imports = filesIn(folder).flatMap(importsOf)
    expect(filesIn(folder), 'files were read').not.toEqual([])

    const wrong = imports.filter(({ target, relative }) =>
      relative
        ? ![folder, ...allowed].some((place) => isIn(target, place))
        : mustNotImport[folder]?.test(target),
    )
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
    const unused = allowed.filter((place) => !imports.some(({ target }) => isIn(target, place)))
    expect(unused, 'what nothing there imports').toEqual([])
  })
}

test('other code imports no migration', () => {
  const imports = filesIn('server').flatMap(importsOf)
  const wrong = imports.filter(
    ({ file, target }) =>
      /\/migrations\/(?!index\.ts)/.test(target) && !isIn(file, 'server/database/migrations'),
  )

  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
})

const servicesFolder = 'server/services'

test('every folder of server/services is a part with allowed imports', () => {
  const folders = globSync(`${servicesFolder}/*/`).map((folder) => folder.split('/')[2]!)

  expect(folders).toContain('messages')
  expect(folders.filter((folder) => !(folder in servicesMayImport))).toEqual([])
})

for (const [index, [part, allowed]] of Object.entries(servicesMayImport).entries()) {
  test(`${part} in server/services imports only parts that it may, and only parts above it`, () => {
    const imports = filesIn(servicesFolder)
      .filter((file) => servicesPart(file) === part)
      .flatMap(importsOf)
      .filter(({ target }) => isIn(target, servicesFolder))
      .filter(({ target }) => ![part, 'shared'].includes(servicesPart(target)))
    const above = new Set(Object.keys(servicesMayImport).slice(0, index))
    expect(allowed.filter((other) => !above.has(other))).toEqual([])

    const wrong = imports.filter(({ target }) => !allowed.includes(servicesPart(target)))
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
    const used = new Set(imports.map(({ target }) => servicesPart(target)))
    expect(
      allowed.filter((other) => !used.has(other)),
      'what nothing there imports',
    ).toEqual([])
  })
}

/** The files of the build and the server, each with the modules that it imports. */
const built = new Set(['react-router.config.ts', 'vite.config.ts', 'server/start.ts'])
for (const file of filesIn('app')) built.add(file)
for (const file of built) {
  if (!/\.tsx?$/.test(file)) continue
  for (const { target, relative } of importsOf(file)) if (relative) built.add(target)
}

test('whatever the build is made of makes it stale', () => {
  const others = [...built].filter((file) => !buildSources.some((place) => isIn(file, place)))

  expect([...built], 'imports were followed').toContain('app/precompress.ts')
  expect(others).toEqual([])
})

test('build and server need no development dependency', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const imports = [...built].filter((file) => /\.tsx?$/.test(file)).flatMap(importsOf)
  const wrong = imports.filter(
    ({ target, isType }) =>
      !isType && Object.keys(devDependencies).some((dev) => isIn(target, dev)),
  )

  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
})

/** Ways to set a control by script. A person's browser does more between two events of a hand. */
const scripted =
  /\.(fill|selectOption|check|uncheck|setChecked|selectText)\(|\bdispatchEvent\(|\.(value|checked|selectedIndex) = /

test('browser tests fill in forms with keys and the mouse', () => {
  const files = globSync('tests/{e2e,engines}/**/*.ts')
  const lines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, index) => ({ line, place: `${file}:${index + 1}` })),
  )

  expect(files, 'files were read').toContain('tests/e2e/apply.test.ts')
  expect(lines.filter(({ line }) => scripted.test(line)).map(({ place }) => place)).toEqual([])
})

function isIn(target: string, place: string) {
  return target === place || target.startsWith(`${place}/`)
}

/** The part of server/services that a file belongs to. */
function servicesPart(file: string) {
  const [name = '', ...inFolder] = file.slice(servicesFolder.length + 1).split('/')
  return inFolder.length > 0 || name in servicesMayImport ? name : 'shared'
}

function filesIn(folder: string) {
  return globSync(`${folder}/**/*.{ts,tsx}`).filter((file) => !/\.test\.tsx?$/.test(file))
}

function importsOf(file: string) {
  const source = readFileSync(file, 'utf8')
  const found = source.matchAll(importLine)
  return (
    [...found]
      .map(([line, name = '']) => ({
        file,
        isType: line.startsWith('import type'),
        relative: name.startsWith('.'),
        target: name.startsWith('.') ? join(dirname(file), name) : name,
      }))
      // React Router generates the types of a route; the import looks like a file beside the route.
      .filter(({ target }) => !target.includes('+types/'))
  )
}

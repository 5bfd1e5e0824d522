import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const client = 'build/client'

/** Import of a script by its URL, which a public page then loads: 'file?worker&url'. */
const scriptByUrl = /'([^']+)\?worker&url'/g
const importInSource =
  /(?:^(?:import|export)\s(?!type )[^'"=]*?\bfrom |^import |\bimport\()'(\.[^']+\.tsx?)'/gm
const importInBuild = /["'`](?:\.|\/?assets)\/([\w.-]+\.js)["'`]/g
/** Tailwind's comment at the start of a style sheet, which the server's bundle has as a text. */
const styleSheet = /`(\/\*! tailwindcss[^`]*)`/g

const appFiles = globSync('app/**/*.{ts,tsx}')

/** Source files of the scripts that public pages load. */
const publicEntries = appFiles.flatMap((file) =>
  found(readFileSync(file, 'utf8'), scriptByUrl).map((name) => join(dirname(file), name)),
)

/** Routes whose pages also load React Router and their own modules. */
export function hydratedRoutes() {
  return appFiles.filter((file) => /\bhydrate: true[ ,]/.test(readFileSync(file, 'utf8')))
}

/** The sources of the public pages' scripts, the service worker, and everything that they import. */
export function publicSources() {
  return closure([...publicEntries, 'app/offline/service-worker.ts'], (file) =>
    found(readFileSync(file, 'utf8'), importInSource).map((name) => join(dirname(file), name)),
  )
}

/** The built scripts of these sources: paths from the folder of the build. */
export function publicScripts() {
  const entries = publicEntries.map((file) => basename(file).replace(/\.tsx?$/, ''))
  const first = globSync(`assets/{${entries.join()}}-*.js`, { cwd: client })
  return closure([...first, 'application-worker.js'], (file) =>
    found(readScript(file), importInBuild).map((name) => `assets/${name}`),
  )
}

export function readScript(file: string) {
  return readFileSync(join(client, file), 'utf8')
}

/** Scripts that the built pages name. */
export function scriptsInPages() {
  const pages = globSync(`${client}/**/*.html`).map((file) => readFileSync(file, 'utf8'))
  return new Set(pages.flatMap((html) => found(html, /<script[^>]* src="\/([^"]+)"/g)))
}

/** Styles of the public pages and of the application form. */
export function publicStyles() {
  const bundle = readFileSync('build/server/index.js', 'utf8')
  return found(bundle, styleSheet).map((text) => text.replaceAll(/\\([`\\$])/g, '$1'))
}

function closure(first: string[], importsOf: (file: string) => string[]) {
  const files = new Set(first)
  // A set also visits the elements that are added during the loop.
  for (const file of files) for (const other of importsOf(file)) files.add(other)
  return [...files]
}

function found(text: string, pattern: RegExp) {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

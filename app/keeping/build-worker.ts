import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'vite'

/** Where the worker is served: at the root, so that it may look after the path in each language. */
const fileName = 'application-worker.js'

/** The pages of the application path that need scripts, and what stands around them. */
const common = /^(root|public\/layout|en\/attachment-(?!program))/
/** What only the Kiswahili ones need. */
const kiswahili = /^public\/kiswahili-layout/

const mentioned = /["'`](?:\.|\/?assets)\/([\w.-]+\.js)["'`]/g

/**
 * Writes the worker into the folder of the built pages, with the names of the scripts that it keeps:
 * those of the application path, and what they load later.
 */
export async function buildWorker(folder: string) {
  const assets = join(folder, 'assets')
  const [manifest = ''] = globSync(`${assets}/manifest-*.js`)
  const { entry, routes }: Manifest = JSON.parse(
    /\{.*\}/s.exec(readFileSync(manifest, 'utf8'))?.[0] ?? '',
  )
  const scriptsOf = (ids: RegExp) =>
    Object.values(routes)
      .filter(({ id }) => ids.test(id))
      .flatMap(({ module, imports }) => [module, ...imports])
  const scripts = withMentioned(assets, [...scriptsOf(common), entry.module, ...entry.imports])
  const inKiswahili = withMentioned(assets, scriptsOf(kiswahili))
  // It names the scripts of every page: needed, but not followed.
  scripts.add(`/assets/${basename(manifest)}`)
  const scriptsInKiswahili = [...inKiswahili].filter((script) => !scripts.has(script))
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      scripts: JSON.stringify([...scripts].toSorted()),
      scriptsInKiswahili: JSON.stringify(scriptsInKiswahili.toSorted()),
      version: JSON.stringify(versionOf([...scripts, ...scriptsInKiswahili])),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: 'app/keeping/worker.ts',
        output: { entryFileNames: fileName, format: 'iife' },
      },
    },
  })
}

/** As much as is needed of what React Router says of a build. */
interface Manifest {
  entry: { module: string; imports: string[] }
  routes: Record<string, { id: string; module: string; imports: string[] }>
}

/** These scripts with all that they import, at once or later. */
function withMentioned(assets: string, scripts: string[]) {
  const found = new Set<string>()
  const next = [...scripts]
  for (let script = next.pop(); script; script = next.pop()) {
    if (found.has(script)) continue
    found.add(script)
    const text = readFileSync(join(assets, basename(script)), 'utf8')
    for (const [, name] of text.matchAll(mentioned)) next.push(`/assets/${name}`)
  }
  return found
}

function versionOf(scripts: string[]) {
  return createHash('sha256').update(scripts.toSorted().join()).digest('base64url').slice(0, 12)
}

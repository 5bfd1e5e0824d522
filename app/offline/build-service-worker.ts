import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'vite'

/** File name at the site's root: a worker below the root could not have /sw/ pages in its scope. */
const fileName = 'application-worker.js'

/** Names of the entry scripts of the application path, and of the dictionary. */
const entries = 'enhance,entry.application-form'
const dictionary = 'kiswahili'

const importedScript = /["'`](?:\.|\/?assets)\/([\w.-]+\.js)["'`]/g

/**
 * Builds the service worker into the folder of the built pages. The build inserts the names of the
 * scripts to cache: the entry scripts and everything that they import.
 */
export async function buildWorker(folder: string) {
  const assets = join(folder, 'assets')
  const scripts = withImports(assets, globSync(`${assets}/{${entries}}-*.js`))
  const scriptsInKiswahili = [...scripts].filter((script) => script.includes(`/${dictionary}-`))
  for (const script of scriptsInKiswahili) scripts.delete(script)
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
        input: 'app/offline/service-worker.ts',
        output: { entryFileNames: fileName, format: 'iife' },
      },
    },
  })
}

/** The scripts with their static and dynamic imports. */
function withImports(assets: string, files: string[]) {
  const found = new Set<string>()
  const next = files.map((file) => basename(file))
  for (let name = next.pop(); name; name = next.pop()) {
    if (found.has(`/assets/${name}`)) continue
    found.add(`/assets/${name}`)
    const text = readFileSync(join(assets, name), 'utf8')
    for (const [, other = ''] of text.matchAll(importedScript)) next.push(other)
  }
  return found
}

function versionOf(scripts: string[]) {
  return createHash('sha256').update(scripts.toSorted().join()).digest('base64url').slice(0, 12)
}

import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'vite'

/** Where the worker is served: at the root, so that it may look after the path in each language. */
const fileName = 'application-worker.js'

/** The scripts by which the pages of the application path begin, and the dictionary. */
const entries = 'enhance,entry.application-form'
const dictionary = 'kiswahili'

const mentioned = /["'`](?:\.|\/?assets)\/([\w.-]+\.js)["'`]/g

/**
 * Writes the worker into the folder of the built pages, with the names of the scripts that it keeps:
 * those of the application path, and what they load later.
 */
export async function buildWorker(folder: string) {
  const assets = join(folder, 'assets')
  const scripts = withMentioned(assets, globSync(`${assets}/{${entries}}-*.js`))
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

/** These scripts with all that they import, at once or later. */
function withMentioned(assets: string, files: string[]) {
  const found = new Set<string>()
  const next = files.map((file) => basename(file))
  for (let name = next.pop(); name; name = next.pop()) {
    if (found.has(`/assets/${name}`)) continue
    found.add(`/assets/${name}`)
    const text = readFileSync(join(assets, name), 'utf8')
    for (const [, other = ''] of text.matchAll(mentioned)) next.push(other)
  }
  return found
}

function versionOf(scripts: string[]) {
  return createHash('sha256').update(scripts.toSorted().join()).digest('base64url').slice(0, 12)
}

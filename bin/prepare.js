import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { fileURLToPath } from 'node:url'
import { installMissing, requireNode } from './install.js'
import { runStep } from './run.js'

const stamp = 'build/.stamp'
const builtServer = 'build/server/run.js'
/** Inputs of the build: files and folders. */
export const buildSources = [
  'app',
  'content',
  'contract',
  'package-lock.json',
  'public',
  'react-router.config.ts',
  'server',
  'tsconfig.json',
  'vite.config.ts',
]

/**
 * Node's arguments for the server. On a machine with much memory, V8 would reserve 128 MB for new
 * objects. A much smaller limit is as fast.
 */
export const server = ['--max-semi-space-size=16', 'server/bootstrap.js']

/**
 * Settings of glibc's allocator for the server. By default each thread keeps freed memory for
 * itself, so compressing the pages would leave 15 MB unused.
 */
export const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * Changes to the project's folder, installs missing packages and rebuilds a stale build. Exits the
 * process if a step fails. Development dependencies are required only with `tests`.
 */
export async function prepare({ tests = false } = {}) {
  await installPackages(tests)
  try {
    if (isBuilt()) return
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
  await build()
}

/** Changes to the project's folder and installs missing packages. */
export async function installPackages(tests = false) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  requireNode()
  await installMissing(tests)
}

/** Whether the build matches the current sources. Throws if a source or the built server is unreadable. */
export function isBuilt() {
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hashOfSources()) return false
  if (!existsSync(builtServer)) return false
  nameUnreadable(() => accessSync(builtServer, constants.R_OK))
  return true
}

/** Path of Node 24: from the npm package `node` if installed, else the Node that runs this file. */
export function node24() {
  const node = findNode24()
  if (node) return node
  console.error(`Node 24 is needed: npm has none for this platform, and this is ${process.version}`)
  return process.exit(1)
}

function findNode24() {
  const installed = 'node_modules/.bin/node'
  if (existsSync(installed)) return installed
  return parseInt(process.versions.node, 10) >= 24 ? process.execPath : undefined
}

async function build() {
  const sources = hashOfSources()
  rmSync(stamp, { force: true })
  await runStep('Building pages and server', node24(), ['node_modules/.bin/react-router', 'build'])
  writeFileSync(stamp, sources)
}

function hashOfSources() {
  const hash = createHash('sha256')
  nameUnreadable(() => {
    for (const file of buildSources.flatMap(filesIn))
      hash.update(`${file}\0`).update(readFileSync(file))
  })
  return hash.digest('hex')
}

/** Replaces the error of an unreadable file by a sentence that names the file. */
function nameUnreadable(read) {
  try {
    read()
  } catch (error) {
    if (error.code !== 'EACCES') throw error
    const sentence = `${error.path} cannot be read (EACCES): make this user its owner`
    throw new Error(sentence, { cause: error })
  }
}

function filesIn(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).sort()
  return names.flatMap((name) => filesIn(`${path}/${name}`))
}

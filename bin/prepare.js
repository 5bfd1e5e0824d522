import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const parent = process.ppid
const stamp = 'build/.stamp'
/** Exit code after SIGKILL, which Linux sends when memory runs out. */
const killed = 128 + constants.signals.SIGKILL
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
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  if (!findNode24() || !isInstalled(tests)) await install()
  try {
    if (isBuilt()) return
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
  await build()
}

/** Whether the build matches the current sources. Throws if a source is unreadable. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources()
}

/** Path of Node 24: from the npm package `node` if installed, else the Node that runs this file. */
export function node24() {
  const node = findNode24()
  if (node) return node
  console.error(`Node 24 is needed: npm has none for this platform, and this is ${process.version}`)
  return process.exit(1)
}

/**
 * Runs a program and returns its exit code (128 + the signal's number after a signal). Forwards
 * SIGTERM and SIGINT to the program, as `killSignal` if given. After such a signal, this process
 * exits when the program has ended.
 */
export function run(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, options)
    let isStopping = false
    const pass = (signal) => {
      isStopping = true
      child.kill(options.killSignal ?? signal)
    }
    const watch = setInterval(() => {
      if (isOrphan() && !isStopping) pass('SIGTERM')
    }, 500)
    const done = (code) => {
      process.off('SIGTERM', pass).off('SIGINT', pass)
      clearInterval(watch)
      if (isStopping) process.exit(code)
      resolve(code)
    }
    process.on('SIGTERM', pass).on('SIGINT', pass)
    child.stdout?.on('data', (text) => options.output.push(text))
    child.stderr?.on('data', (text) => options.output.push(text))
    child.on('close', (code, signal) => done(code ?? 128 + constants.signals[signal]))
    child.on('error', (error) => {
      console.error(error.message)
      done(127)
    })
  })
}

/** Whether npm, which started this script, was killed: then the parent process has another id. */
function isOrphan() {
  return process.env.npm_lifecycle_event !== undefined && process.ppid !== parent
}

function findNode24() {
  const installed = 'node_modules/.bin/node'
  if (existsSync(installed)) return installed
  return parseInt(process.versions.node, 10) >= 24 ? process.execPath : undefined
}

/** Compares npm's list of installed packages with the lock file. */
function isInstalled(tests) {
  if (!existsSync('node_modules/.package-lock.json')) return false
  const installed = packagesIn('node_modules/.package-lock.json')
  return Object.entries(packagesIn('package-lock.json')).every(([path, locked]) => {
    if (path in installed) return installed[path].version === locked.version
    return path === '' || locked.optional || locked.devOptional || (locked.dev && !tests)
  })
}

function packagesIn(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

async function install() {
  const kinds = ['--include=dev', '--include=optional']
  const args = ['ci', ...kinds, '--no-audit', '--no-fund']
  await step('Installing the locked dependencies', 'npm', args)
}

async function build() {
  const sources = hashOfSources()
  rmSync(stamp, { force: true })
  await step('Building pages and server', node24(), ['node_modules/.bin/react-router', 'build'])
  writeFileSync(stamp, sources)
}

/** Runs a step. Prints one line, and the program's output only if it fails. */
async function step(title, command, args) {
  console.log(title)
  const output = []
  const code = await run(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
    // npm needs half a minute to stop on other signals. The next start repeats an aborted step.
    killSignal: 'SIGKILL',
    output,
  })
  if (code === 0) return
  process.stderr.write(Buffer.concat(output))
  if (code === killed) console.error(`${title} was killed. Is there too little memory?`)
  process.exit(code)
}

function hashOfSources() {
  const hash = createHash('sha256')
  try {
    for (const file of buildSources.flatMap(filesIn))
      hash.update(`${file}\0`).update(readFileSync(file))
  } catch (error) {
    if (error.code !== 'EACCES') throw error
    const sentence = `${error.path} cannot be read (EACCES): make this user its owner`
    throw new Error(sentence, { cause: error })
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).sort()
  return names.flatMap((name) => filesIn(`${path}/${name}`))
}

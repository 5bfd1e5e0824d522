import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const parent = process.ppid
/** What a build is told; `.env`, which it reads by itself, may have come into the environment since. */
const publicUrl = process.env.PUBLIC_URL ?? ''
const stamp = 'build/.stamp'
/** The exit code of what SIGKILL ended: Linux does so where memory is used up. */
const killed = 128 + constants.signals.SIGKILL
/** What a build is made of: files, and folders with all that is in them. */
export const buildSources = [
  '.env',
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
 * What Node runs the server with. On a machine with much memory V8 would let new objects have 128 MB
 * of it; with far less it is as fast.
 */
export const server = ['--max-semi-space-size=16', 'server/bootstrap.js']

/**
 * Goes to the project's folder, installs what is missing there and builds what is stale. Ends the
 * process when a step fails. The test tools need only be there with `tests`.
 */
export async function prepare({ tests = false } = {}) {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  if (!findNode24() || !isInstalled(tests)) await install()
  if (!isBuilt()) await build()
}

/** Whether pages and server are built of the sources that are here, with this PUBLIC_URL. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources()
}

/** Node 24: the one that npm brought for this platform, else the host's own. */
export function node24() {
  const node = findNode24()
  if (node) return node
  console.error(`Node 24 is needed: npm has none for this platform, and this is ${process.version}`)
  return process.exit(1)
}

/**
 * Runs a program to its end, passing SIGTERM and SIGINT on to it (as `killSignal` if given), and
 * answers its exit code (128 + the signal's number when it died from one). Told to stop, this
 * process ends with it.
 */
export function run(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, options)
    let told = false
    const pass = (signal) => {
      told = true
      child.kill(options.killSignal ?? signal)
    }
    const watch = setInterval(() => {
      if (isOrphan() && !told) pass('SIGTERM')
    }, 500)
    const done = (code) => {
      process.off('SIGTERM', pass).off('SIGINT', pass)
      clearInterval(watch)
      if (told) process.exit(code)
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

/** npm can be killed without a word to its script: then only the parent's id tells. */
function isOrphan() {
  return process.env.npm_lifecycle_event !== undefined && process.ppid !== parent
}

function findNode24() {
  const brought = 'node_modules/.bin/node'
  if (existsSync(brought)) return brought
  return parseInt(process.versions.node, 10) >= 24 ? process.execPath : undefined
}

/** npm notes what it installed: that must be the lock file's packages in their locked versions. */
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

/** A step says one line; only a failing one shows what its program printed. */
async function step(title, command, args) {
  console.log(title)
  const output = []
  const code = await run(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
    killSignal: 'SIGKILL', // npm takes half a minute over the others, and a cut step runs again
    output,
  })
  if (code === 0) return
  process.stderr.write(Buffer.concat(output))
  if (code === killed) console.error(`${title} was killed. Is there too little memory?`)
  process.exit(code)
}

function hashOfSources() {
  const hash = createHash('sha256').update(publicUrl)
  for (const file of buildSources.flatMap(filesIn))
    hash.update(`${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).sort()
  return names.flatMap((name) => filesIn(`${path}/${name}`))
}

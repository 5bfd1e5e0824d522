import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { runStep } from './run.js'

const installedList = 'node_modules/.package-lock.json'

/** Installs the locked packages if one of them is missing. Exits the process if that fails. */
export async function installMissing(tests) {
  if (missingPackages(tests).length > 0) await install(tests)
  linkNode24()
}

async function install(tests) {
  requireNpm()
  const kinds = ['--include=dev', '--include=optional']
  const args = ['ci', ...kinds, '--no-audit', '--no-fund']
  await runStep('Installing the locked packages', 'npm', args)
  const missing = missingPackages(tests)
  if (missing.length === 0) return
  stop(`npm did not install ${missing.join(', ')}: check the network, and start again`)
}

/**
 * Links Node 24 again. npm 9 deletes the link together with the Node for other processors, which
 * has the same link.
 */
function linkNode24() {
  const link = 'node_modules/.bin/node'
  const installed = `node-${process.platform}-${process.arch}/bin/node`
  if (existsSync(link) || !existsSync(`node_modules/${installed}`)) return
  symlinkSync(`../${installed}`, link)
}

/** Exits the process if this Node is too old for the build's programs, which then fail obscurely. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return
  stop(`Node 20.19, 22.12 or 24 is needed, and this is ${process.version}: see docs/install.md`)
}

function requireNpm() {
  const { error, stdout } = spawnSync('npm', ['--version'], { encoding: 'utf8' })
  if (error) stop('npm is missing: install it (on Debian: apt install npm)')
  if (parseInt(stdout, 10) < 9) stop(`npm 9 is needed, and this is ${stdout.trim()}: install it`)
}

/**
 * Packages of the lock file that are not in npm's list of installed packages. An optional package is
 * needed if it is made for this platform: npm leaves such packages out without a word, if a download
 * fails or the Node is too old.
 */
function missingPackages(tests) {
  const locked = Object.entries(packagesIn('package-lock.json'))
  const installed = existsSync(installedList) ? packagesIn(installedList) : {}
  return locked
    .filter(([path]) => path.startsWith('node_modules/'))
    .filter(([, { dev, devOptional }]) => tests || !(dev || devOptional))
    .filter(([, { optional, devOptional, ...platform }]) =>
      optional || devOptional ? isForHere(platform) : true,
    )
    .filter(([path, { version, link }]) =>
      link ? !installed[path] : installed[path]?.version !== version,
    )
    .map(([path]) => path.replace('node_modules/', ''))
}

/** Whether a package is for this system and processor, by npm's rules, and not for every one. */
function isForHere({ os, cpu, libc }) {
  if (!os && !cpu) return false
  const includes = (list, value) => list === undefined || [list].flat().includes(value)
  const library = isMusl() ? 'musl' : 'glibc'
  return includes(os, process.platform) && includes(cpu, process.arch) && includes(libc, library)
}

/** Whether the system's C library is musl, as on Alpine Linux. */
function isMusl() {
  return existsSync('/lib') && readdirSync('/lib').some((name) => name.startsWith('ld-musl-'))
}

function packagesIn(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

/**
 * Installs the locked packages with each npm and Node that the README names, as on a machine that
 * has only those: a fresh folder, which then has Node 24, and where a second installation must find
 * nothing to do. Node 18 must be refused with a sentence. Node and npm come from the npm registry.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Debian 13 has npm 9.2.0 and Node 20.19.2. */
const versions = [
  { npm: '9.2.0', node: '20.19.2' },
  { npm: '10.9.4', node: '22.12.0' },
  { npm: '11.6.2', node: '24.11.0' },
]
const tooOld = '18.20.4'
const install = "import('./bin/install.js').then((m) => (m.requireNode(), m.installMissing(true)))"

const scratch = mkdtempSync(join(tmpdir(), 'foundation-test-'))
process.on('exit', () => rmSync(scratch, { recursive: true }))

for (const { npm, node } of versions) {
  const programs = fetchPrograms(npm, node)
  const folder = join(scratch, `project-${npm}`)
  mkdirSync(folder)
  for (const part of ['package.json', 'package-lock.json', 'bin']) {
    cpSync(part, join(folder, part), { recursive: true })
  }
  const first = run(programs, folder, 'node', ['-e', install])
  assert.match(first, /^Installing the locked packages\. [^\n]*\n$/)
  assert.match(run(programs, folder, 'node_modules/.bin/node', ['--version']), /^v24\./)
  assert.equal(run(programs, folder, 'node', ['-e', install]), '')
  assert.match(run(programs, folder, 'node_modules/.bin/node', ['--version']), /^v24\./)
  rmSync(join(folder, 'node_modules'), { recursive: true })
  process.stdout.write(`npm ${npm} with Node ${node}: installed\n`)
}
const refusal = run(fetchPrograms('10.9.4', tooOld), process.cwd(), 'node', ['-e', install], 1)
assert.match(refusal, /^Node 20\.19, 22\.12 or 24 is needed, and this is v18\.20\.4: [^\n]*\n$/)

/** Folder with only these versions of `npm` and `node`. */
function fetchPrograms(npm: string, node: string) {
  const folder = join(scratch, `programs-${npm}-${node}`)
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const platform = `node-${process.platform}-${process.arch}`
  const packages = [`npm@${npm}`, `${platform}@${node}`]
  run(process.env['PATH'], folder, 'npm', ['install', '--prefix', folder, '--force', ...packages])
  const modules = join(folder, 'node_modules')
  symlinkSync(join(modules, platform, 'bin/node'), join(bin, 'node'))
  symlinkSync(join(modules, 'npm/bin/npm-cli.js'), join(bin, 'npm'))
  return [bin, '/usr/bin', '/bin'].join(delimiter)
}

/** Runs a program with this PATH. Returns its output; throws on another exit code than expected. */
function run(PATH: string | undefined, cwd: string, command: string, args: string[], expected = 0) {
  const env = { ...process.env, PATH }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
  assert.equal(status, expected, `${command} ${args.join(' ')}\n${stdout}${stderr}`)
  return expected === 0 ? stdout : stderr
}

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { unprivilegedUser } from '../tests/support/cluster.ts'

test('an unreadable source or result of the build is named, by npm run build and by the server', () => {
  const folder = newFolder()
  for (const part of ['bin', 'server/bootstrap.js']) {
    cpSync(part, join(folder, part), { recursive: true })
  }
  for (const part of ['node_modules', 'build']) mkdirSync(join(folder, part))
  for (const file of ['package.json', 'package-lock.json', 'node_modules/.package-lock.json']) {
    writeFileSync(join(folder, file), '{ "type": "module", "packages": {} }')
  }
  writeFileSync(join(folder, 'build/.stamp'), 'of an earlier build')
  writeFileSync(join(folder, 'tsconfig.json'), '', { mode: 0o000 })
  chmodSync(folder, 0o755)
  const run = (script: string) => {
    const options = { cwd: folder, encoding: 'utf8', ...unprivilegedUser() } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], options)
    return [status, `${stdout}${stderr}`]
  }
  const expectNamed = (file: string) => {
    const sentence = `${file} cannot be read (EACCES): make this user its owner\n`
    expect(run('bin/build.js')).toEqual([1, sentence])
    expect(run('server/bootstrap.js')).toEqual([1, `Cannot start: ${sentence}`])
  }
  expectNamed('tsconfig.json')

  chmodSync(join(folder, 'tsconfig.json'), 0o644)
  const sources = createHash('sha256')
  for (const file of ['package-lock.json', 'server/bootstrap.js', 'tsconfig.json']) {
    sources.update(`${file}\0`).update(readFileSync(join(folder, file)))
  }
  writeFileSync(join(folder, 'build/.stamp'), sources.digest('hex'))
  mkdirSync(join(folder, 'build/server'))
  writeFileSync(join(folder, 'build/server/run.js'), '', { mode: 0o000 })
  expectNamed('build/server/run.js')
})

test('a step that is killed, as when memory runs out, prints the reason', () => {
  const folder = newFolder()
  cpSync('bin', join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  lock(folder, { 'node_modules/a': { version: '1.0.0' } })
  writeFakeNpm(folder, 'kill -KILL $$')
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` }
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin/build.js')], {
    env,
    encoding: 'utf8',
  })

  expect([status, stderr]).toEqual([
    137,
    'Installing the locked packages was killed. Is there too little memory?\n',
  ])
})

test('a missing package for this platform is installed again, one for another is not', () => {
  const here = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] }
  const elsewhere = { version: '1.0.0', optional: true, os: ['aix'], cpu: ['ppc64'] }
  const whole = { 'node_modules/here': here, 'node_modules/elsewhere': elsewhere }

  expect(install(whole, { 'node_modules/here': here })).toEqual([0, '', ''])
  expect(install(whole, {}, 'echo 10.0.0')).toEqual([
    1,
    'Installing the locked packages. This takes one to five minutes.\n',
    'npm did not install here: check the network, and start again\n',
  ])
})

test('Node 24 is linked again if npm 9 has deleted its link', () => {
  const folder = newFolder()
  const node = `node_modules/node-${process.platform}-${process.arch}/bin`
  for (const part of [node, 'node_modules/.bin']) mkdirSync(join(folder, part), { recursive: true })
  writeFileSync(join(folder, node, 'node'), 'Node 24')

  expect(install({}, {}, undefined, folder)).toEqual([0, '', ''])
  expect(readFileSync(join(folder, 'node_modules/.bin/node'), 'utf8')).toBe('Node 24')
})

test('an npm that is missing or too old is named before anything is installed', () => {
  const locked = { 'node_modules/a': { version: '1.0.0' } }

  expect(install(locked, {}, 'echo 8.19.4')).toEqual([
    1,
    '',
    'npm 9 is needed, and this is 8.19.4: install it\n',
  ])
  expect(install(locked, {})).toEqual([
    1,
    '',
    'npm is missing: install it (on Debian: apt install npm)\n',
  ])
})

/** Runs the installation in a folder with these packages. `npm` is the text of a fake npm, if any. */
function install(locked: object, installed: object, npm?: string, folder = newFolder()) {
  cpSync('bin', join(folder, 'bin'), { recursive: true })
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  lock(folder, locked)
  writeFileSync(
    join(folder, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: installed }),
  )
  if (npm) writeFakeNpm(folder, npm)
  const script = "import('./bin/install.js').then((module) => module.installMissing(false))"
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', script], {
    cwd: folder,
    env: { ...process.env, PATH: folder },
    encoding: 'utf8',
  })
  return [status, stdout, stderr]
}

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'foundation-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function lock(folder: string, packages: object) {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
}

function writeFakeNpm(folder: string, script: string) {
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

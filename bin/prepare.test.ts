import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { unprivilegedUser } from '../tests/support/cluster.ts'

test('an unreadable source of the build is named, by npm run build and by the server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foundation-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
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
  const sentence = 'tsconfig.json cannot be read (EACCES): make this user its owner\n'

  expect(run('bin/build.js')).toEqual([1, sentence])
  expect(run('server/bootstrap.js')).toEqual([1, `Cannot start: ${sentence}`])
})

test('a step that is killed, as when memory runs out, prints the reason', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foundation-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync('bin', join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\nkill -KILL $$\n', { mode: 0o755 })
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` }
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin/build.js')], {
    env,
    encoding: 'utf8',
  })

  expect([status, stderr]).toEqual([
    137,
    'Installing the locked dependencies was killed. Is there too little memory?\n',
  ])
})

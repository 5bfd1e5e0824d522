import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

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

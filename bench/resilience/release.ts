import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { lastRelease } from '../../tests/support/last-release.ts'
import { noSettings } from '../../tests/support/no-settings.ts'

const runProgram = promisify(execFile)

/** Whether git has the commit of the last release. A shallow clone has only the newest commits. */
export async function hasRelease() {
  const commit = `${lastRelease.commit}^{commit}`
  return runProgram('git', ['cat-file', '-e', commit]).then(
    () => true,
    () => false,
  )
}

/** Installs and builds the last release in a temporary folder. */
export async function buildRelease(signal: AbortSignal) {
  const folder = await mkdtemp(join(tmpdir(), 'last-release-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const archive = join(folder, 'release.tar')
    await runProgram('git', ['archive', '--output', archive, lastRelease.commit], { signal })
    await runProgram('tar', ['-xf', archive], { cwd: folder, signal })
    const env = { ...process.env, ...noSettings }
    await runProgram(process.execPath, ['bin/build.js'], { cwd: folder, env, signal })
    return { folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import { eicar } from '../../server/cli/doctor/check-documents-setup.ts'
import { findProgramFolder } from '../../server/cli/backup/find-program.ts'
import { clamdVersion } from '../../server/services/documents/clamd.ts'

const startSeconds = 30

export const hasClamd = () => findProgramFolder('clamd') !== undefined

/**
 * A shell process that ends clamd and removes its folder when its input closes. The input also
 * closes if the test process is killed.
 */
const guard = `
"$@" </dev/null &
server=$!
read -r _
kill $server 2>/dev/null
wait $server
rm -rf "$0"
`

/** Starts clamd on a socket, with one signature: that of the EICAR test file. */
export async function startClamd(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'test-clamd-'))
  const signatures = join(folder, 'signatures')
  const address = join(folder, 'socket')
  const file = eicar()
  const md5 = createHash('md5').update(file).digest('hex')
  await mkdir(signatures)
  await writeFile(join(signatures, 'test.hdb'), `${md5}:${file.length}:Eicar-Test-Signature\n`)
  const all = {
    DatabaseDirectory: signatures,
    LocalSocket: address,
    Foreground: 'yes',
    ...settings,
  }
  const lines = Object.entries(all).map((pair) => `${pair.join(' ')}\n`)
  await writeFile(join(folder, 'clamd.conf'), lines)

  const program = join(findProgramFolder('clamd')!, 'clamd')
  const command = [program, `--config-file=${join(folder, 'clamd.conf')}`]
  const shell = spawn('/bin/sh', ['-c', guard, folder, ...command], {
    detached: true, // so that Ctrl-C stops the tests before clamd
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const log = text(shell.stderr)
  const stop = async () => {
    shell.stdin.end()
    if (shell.exitCode === null) await once(shell, 'exit')
  }
  for (const deadline = Date.now() + startSeconds * 1000; Date.now() < deadline; await sleep(50)) {
    const version = await clamdVersion(address, { silence: 1000, total: 1000 }).catch(() => null)
    if (version !== null) return { address, stop }
  }
  await stop()
  throw new Error(`clamd did not start:\n${await log}`)
}

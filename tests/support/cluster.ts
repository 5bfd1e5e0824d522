import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { findFreePort } from './port.ts'

const startSeconds = 30

/**
 * A shell process that shuts PostgreSQL down and removes its folder when its input closes. The input
 * also closes if the test process is killed.
 */
const guard = `
exec 3<&0
"$@" 3<&- &
server=$!
{ read -r _ <&3; kill -INT $server 2>/dev/null; } &
wait $server
rm -rf "$0"
`

/** Starts a throw-away cluster on a free port of the loopback interface. */
export async function startCluster(programs: string) {
  const user = unprivilegedUser()
  const folder = await mkdtemp(join(tmpdir(), 'test-postgres-'))
  if (user) await chown(folder, user.uid, user.gid)
  const options = { cwd: folder, ...user }
  await initialize(join(programs, 'initdb'), options)

  const port = await findFreePort()
  const command = [join(programs, 'postgres'), '-D', 'data', ...clusterSettings(port)]
  const shell = spawn('/bin/sh', ['-c', guard, folder, ...command], {
    ...options,
    detached: true, // so that Ctrl-C stops the tests before PostgreSQL
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const log = text(shell.stderr)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const stop = async () => {
    shell.stdin.end()
    if (shell.exitCode === null) await once(shell, 'exit')
  }
  if (await isReady(url, shell)) return { url, stop }
  await stop()
  throw new Error(`PostgreSQL did not start:\n${await log}`)
}

/** PostgreSQL refuses to run as root. */
export function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** Makes a cluster in the folder `data`. `more` are further arguments. */
export async function initialize(initdb: string, options: { cwd: string }, more: string[] = []) {
  const locale = ['--locale=C.UTF-8', '--encoding=UTF8']
  const access = ['--username=postgres', '--auth=trust'] // on loopback addresses only
  try {
    const args = ['--no-sync', ...locale, ...access, ...more, 'data']
    await promisify(execFile)(initdb, args, options)
  } catch (error) {
    await rm(options.cwd, { recursive: true })
    throw error
  }
}

/** Settings of a cluster that only this machine can reach. */
export function clusterSettings(port: number) {
  return [
    `--port=${port}`,
    '--listen_addresses=127.0.0.1',
    '--unix_socket_directories=',
    '--max_connections=200',
    '--fsync=on', // the doctor would name `off` as a problem
  ]
}

async function isReady(url: string, shell: ChildProcess) {
  const deadline = Date.now() + startSeconds * 1000
  while (shell.exitCode === null && Date.now() < deadline) {
    const client = new Client({ connectionString: url })
    const connected = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end()
    if (connected) return true
    await sleep(50)
  }
  return false
}

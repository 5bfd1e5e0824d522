import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { allocator, server } from '../../bin/prepare.js'
import type { DataLocation } from '../../server/database/open.ts'
import { noSettings } from './no-settings.ts'
import { createDatabase, dropDatabase } from './postgres.ts'

export type TestEngine = 'sqlite' | 'postgres'

export const administrator = { email: 'admin@example.org', password: 'a long test password' }

/** Settings of a new, empty database, or on PostgreSQL a copy of `template`, and a function that removes it. */
export async function newDatabase(
  engine: TestEngine,
  postgresUrl: string | undefined,
  template?: string,
): Promise<{ variables: Record<string, string>; remove: () => Promise<void> }> {
  const DATA_DIR = await newFolder()
  const removeData = () => removeFolder(DATA_DIR)
  if (engine === 'postgres') {
    if (!postgresUrl) throw new Error('These tests need the URL of a PostgreSQL server')
    const DATABASE_URL = await createDatabase(postgresUrl, template)
    const remove = () => dropDatabase(DATABASE_URL).then(removeData)
    return { variables: { DATABASE_URL, DATA_DIR }, remove }
  }
  return { variables: { DATA_DIR }, remove: removeData }
}

export function locationOf({ DATABASE_URL, DATA_DIR = '' }: Record<string, string>): DataLocation {
  return { databaseUrl: DATABASE_URL, dataDir: DATA_DIR }
}

const newFolder = () => mkdtemp(join(tmpdir(), 'foundation-test-'))
const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/**
 * Starts the server as a process on a free port, with one administrator. `printed` has
 * the lines that the server has printed. Without DATA_DIR the server gets a temporary folder. The
 * server stops when the test process ends. `release` is the folder of another version, if given.
 */
export async function startServer(variables: Record<string, string>, release?: string) {
  const ownFolder = variables['DATA_DIR'] ? undefined : await newFolder()
  const child = spawn(process.execPath, release === undefined ? server : ['bin/start.js'], {
    cwd: release,
    env: {
      ...process.env,
      ...noSettings,
      ...allocator,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT: 'off',
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      ...(ownFolder && { DATA_DIR: ownFolder }),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (ownFolder) child.on('close', () => void removeFolder(ownFolder))
  const printed: string[] = []
  const url = await addressOf(child, printed)
  return { url, pid: child.pid!, printed, stop: (signal: NodeJS.Signals) => stop(child, signal) }
}

/** Sends the signal and returns the exit code, or the name of the signal that ended the process. */
async function stop(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal)
    await once(child, 'close')
  }
  return child.exitCode ?? child.signalCode
}

function addressOf(child: ChildProcess, printed: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  createInterface(child.stdout!).on('line', (line) => {
    printed.push(line)
    const url = /^Serving on (\S+)/.exec(line)?.[1]
    if (url) resolve(url)
  })
  child.on('close', () => {
    reject(new Error(['The server ended before it listened', ...printed.slice(-3)].join('\n')))
  })
  return promise
}

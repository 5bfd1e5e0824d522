import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'

import { findProgramFolder } from '../../server/cli/backup/find-program.ts'
import { clusterSettings, initialize, unprivilegedUser } from '../../tests/support/cluster.ts'
import { findFreePort } from '../../tests/support/port.ts'
import { run, until } from './program.ts'

/**
 * Starts a PostgreSQL that can be stopped and started again. With `logDisk`, its write-ahead log is in
 * that folder, in small files, so that it soon needs a new one.
 */
export async function startOwnPostgres(logDisk?: string) {
  const programs = findProgramFolder('initdb', 'postgres')
  if (!programs) throw new Error('PostgreSQL is not installed')
  const user = unprivilegedUser()
  const folder = await mkdtemp(join(tmpdir(), 'own-postgres-'))
  if (user) await chown(folder, user.uid, user.gid)
  const wal = logDisk ? ['--wal-segsize=1', `--waldir=${join(logDisk, 'wal')}`] : []
  await initialize(join(programs, 'initdb'), { cwd: folder, ...user }, wal)

  const port = await findFreePort()
  const args = ['-D', join(folder, 'data'), ...clusterSettings(port)]
  if (logDisk) args.push('--min_wal_size=2MB', '--max_wal_size=8MB')
  const start = () => run(join(programs, 'postgres'), args, join(folder, 'postgres.log'), user)
  let postgres = start()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const answers = async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.end()
    return true
  }
  await until('PostgreSQL answers', 30, answers)

  return {
    url,
    /** Resolves with true; throws if PostgreSQL does not answer. */
    answers,
    stop: (signal: NodeJS.Signals) => postgres.stop(signal),
    /** Starts PostgreSQL again if it has ended; returns whether it had. */
    startAgain() {
      const hasEnded = postgres.hasEnded()
      if (hasEnded) postgres = start()
      return hasEnded
    },
    async remove() {
      await postgres.stop('SIGINT')
      await rm(folder, { recursive: true })
    },
  }
}

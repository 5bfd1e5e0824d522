import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { buildApp } from '../../server/app.ts'
import { openDatabase, prepareDatabase } from '../../server/database/open.ts'
import { createFirstAdministrator } from '../../server/services/accounts/first-administrator.ts'
import { locationOf, readSettings } from '../../server/settings.ts'
import { fuzz as send, unsoundRecords } from '../../tests/support/fuzz/fuzz.ts'
import { administrator, newDatabase, type TestEngine } from '../../tests/support/server.ts'
import type { Examine } from './finding.ts'

const requests = 100_000
/** Requests per seed. Memory is measured after each seed; after a failure the next seed follows. */
const step = 5000
/** Bytes by which the heap may grow after the warm-up. */
const mostGrowth = 32 * 1024 * 1024
const warmUp = 4

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Sends 100,000 generated requests of all kinds to each engine. */
export const fuzz: Examine = async (postgresUrl) => [
  await examine('SQLite', 'sqlite', undefined),
  await examine('PostgreSQL', 'postgres', postgresUrl),
]

async function examine(name: string, engine: TestEngine, postgresUrl: string | undefined) {
  const { variables, remove } = await newDatabase(engine, postgresUrl)
  const settings = readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ...variables })
  const opened = openDatabase(locationOf(settings))
  await prepareDatabase(opened.db, opened.engine)
  await createFirstAdministrator(opened.db, administrator.email, administrator.password)
  const app = await buildApp({ ...opened, settings, pages: 'build' })
  const target = { app, url: await app.listen({ host: '127.0.0.1', port: 0 }), administrator }

  const first = Date.now() % 1_000_000
  const failures: string[] = []
  const heaps: number[] = []
  let slowest = 0
  for (let seed = first; seed < first + requests / step; seed++) {
    try {
      slowest = Math.max(slowest, (await send(target, step, seed)).slowest)
    } catch (error) {
      failures.push((error as Error).message)
    }
    collect()
    heaps.push(process.memoryUsage().heapUsed)
    console.error(`  ${name}: ${heaps.length * step} requests, ${failures.length} wrong`)
  }
  failures.push(...(await unsoundRecords(target)))
  const growth = (heaps.at(-1) ?? 0) - (heaps[warmUp - 1] ?? 0)
  if (growth > mostGrowth) failures.push(`memory grew by ${megabytes(growth)}`)
  await app.close()
  await opened.db.destroy()
  await remove()
  return {
    what: `Made-up requests of every kind, ${name}`,
    tried: requests,
    lost: failures.length,
    note: [
      `slowest answer ${Math.round(slowest)} ms`,
      `heap ${heaps.map(megabytes).join(', ')}`,
      ...failures,
    ].join('; '),
  }
}

function megabytes(bytes: number) {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

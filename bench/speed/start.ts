import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { noSettings } from '../../tests/support/no-settings.ts'
import { findFreePort } from '../../tests/support/port.ts'
import { Times } from '../timing.ts'
import { serverWith, memoryOf } from './engines.ts'
import { quantity, type Measure } from './figure.ts'

/** Time from `npm start` on an existing database to the first page, and idle memory. */
export const start: Measure = async (setting) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'start-'))
  const [ours, bare] = [new Times(), new Times()]
  try {
    await startOnce(dataDir)
    for (let round = 0; round < (setting.quick ? 5 : 15); round++) {
      ours.record(await startOnce(dataDir))
      await bare.add(() => once(spawn(process.execPath, ['-e', '0']), 'exit'))
    }
  } finally {
    await rm(dataDir, { recursive: true })
  }
  return [
    {
      what: 'start to the first page, median',
      measured: `${quantity(ours.median)} ms`,
      limit: `${quantity(bare.median)} ms: node -e 0`,
      value: ours.median,
      target: 'start',
    },
    await idleMemory(setting),
  ]
}

async function startOnce(dataDir: string) {
  const port = await findFreePort()
  const began = performance.now()
  const server = spawn(process.execPath, ['bin/start.js'], {
    env: {
      ...process.env,
      ...noSettings,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
    },
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  try {
    while (!(await canRead(`http://127.0.0.1:${port}/`))) await sleep(5)
    return performance.now() - began
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

async function canRead(url: string) {
  try {
    const answer = await fetch(url)
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

/** Memory after one read of each kind of page and five idle seconds. */
async function idleMemory(setting: Parameters<Measure>[0]) {
  const server = await serverWith('sqlite', setting)
  try {
    for (const path of ['/', '/industrial-attachment/apply', '/admin']) {
      await (await fetch(server.url + path)).arrayBuffer()
    }
    await sleep(5000)
    const megabytes = memoryOf(server.pid)
    const node = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    await sleep(500)
    const bare = memoryOf(node.pid!)
    node.kill()
    return {
      what: 'idle memory',
      measured: `${quantity(megabytes)} MB`,
      limit: `${quantity(bare)} MB: Node with nothing to do`,
      value: megabytes,
      target: 'idle memory' as const,
    }
  } finally {
    await server.close()
  }
}

import { fork } from 'node:child_process'
import { once } from 'node:events'

import type { Outcome, Task } from './generator.ts'

/** Runs a load generator in a process of its own. */
export async function load(task: Task): Promise<Outcome> {
  const [outcome] = await loadAll([task])
  return outcome!
}

/** Runs several tasks at the same time, in one process. */
export async function loadAll(tasks: Task[]): Promise<Outcome[]> {
  const generator = fork(new URL('generator.ts', import.meta.url), { execArgv: [] })
  try {
    generator.send(tasks)
    const [outcomes] = (await once(generator, 'message')) as [Outcome[]]
    return outcomes
  } finally {
    generator.kill()
  }
}

/** Successful requests per second. */
export function perSecond({ answered, seconds }: Outcome) {
  const succeeded = Object.entries(answered).filter(([status]) => status.startsWith('2'))
  return succeeded.reduce((sum, [, count]) => sum + count, 0) / seconds
}

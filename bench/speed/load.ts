import { fork } from 'node:child_process'
import { once } from 'node:events'

import type { Reply } from './client.ts'
import type { Outcome, Task } from './generator.ts'

/** Lets a process of its own ask a server, and answers what came of it. */
export async function load(task: Task): Promise<Outcome> {
  const generator = fork(new URL('generator.ts', import.meta.url), { execArgv: [] })
  try {
    generator.send(task)
    const [outcome] = (await once(generator, 'message')) as [Outcome]
    return outcome
  } finally {
    generator.kill()
  }
}

/** Lets a process of its own ask a server one question after the other, and nobody else meanwhile. */
export function startAsker(url: string) {
  const asker = fork(new URL('asker.ts', import.meta.url), [url], { execArgv: [] })
  return {
    async ask(requests: string[]) {
      asker.send(requests)
      const [replies] = (await once(asker, 'message')) as [Reply[]]
      return replies
    },
    close: () => void asker.kill(),
  }
}

/** How many succeeded in each second. */
export function perSecond({ answered, seconds }: Outcome) {
  const succeeded = Object.entries(answered).filter(([status]) => status.startsWith('2'))
  return succeeded.reduce((sum, [, count]) => sum + count, 0) / seconds
}

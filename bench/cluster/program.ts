import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Program = ReturnType<typeof run>

/**
 * Runs a program in the background, what it prints going to a file; `user` is whom it runs as. It is
 * told to end when this process ends.
 */
export function run(
  program: string,
  args: string[],
  log: string,
  user: { uid?: number; gid?: number } = {},
) {
  const output = openSync(log, 'a')
  const env = {
    ...process.env,
    PATH: `${process.env['PATH']}:/usr/sbin`,
    // PostgreSQL's programs fail where they may not look for certificates at home.
    ...(user.uid !== undefined && { HOME: dirname(log) }),
  }
  const child = spawn(program, args, { stdio: ['ignore', output, output], env, ...user })
  const killAtEnd = () => child.kill('SIGTERM')
  process.once('exit', killAtEnd)
  const ended = once(child, 'exit').then(() => process.off('exit', killAtEnd))
  return {
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      await ended
    },
    /** What it printed last, to be shown where it did not do as it should. */
    printed: () => readFileSync(log, 'utf8').split('\n').slice(-20).join('\n'),
  }
}

/** Asks every 200 milliseconds until the answer is yes; throws after so many seconds. */
export async function until(what: string, seconds: number, ask: () => Promise<boolean>) {
  const deadline = Date.now() + seconds * 1000
  while (!(await ask().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`Not within ${seconds} s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

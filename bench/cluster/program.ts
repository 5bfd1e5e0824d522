import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Program = ReturnType<typeof run>

/**
 * Runs a program in the background as `user`, with its output in a file. It gets SIGTERM when this
 * process exits.
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
    // PostgreSQL's programs fail if they cannot read certificates in HOME.
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
    /** The last lines of its output, for error messages. */
    printed: () => readFileSync(log, 'utf8').split('\n').slice(-20).join('\n'),
  }
}

/** Polls every 200 ms until `ask` returns true; throws at the timeout. */
export async function until(what: string, seconds: number, ask: () => Promise<boolean>) {
  const deadline = Date.now() + seconds * 1000
  while (!(await ask().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`Not within ${seconds} s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

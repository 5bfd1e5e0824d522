import { execFile } from 'node:child_process'

import { noSettings } from './no-settings.ts'

interface CommandResult {
  code: number
  /** The lines of stdout, followed by the lines of stderr. */
  lines: string[]
}

/**
 * Runs a command, like `server/cli/backup.ts`, in a separate process and waits for its end. The
 * result has no lines about progress, which a slow machine prints.
 */
export async function runCommand(
  script: string,
  variables: Record<string, string>,
  ...args: string[]
): Promise<CommandResult> {
  const { code, lines } = await run(script, variables, args)
  return { code, lines: lines.filter((line) => !isProgress.test(line)) }
}

/** Runs a command whose clock is a thousand times faster. Returns its lines about progress. */
export async function progressOf(
  script: string,
  variables: Record<string, string>,
  ...args: string[]
) {
  const NODE_OPTIONS = importing(fastClock)
  const { lines } = await run(script, { ...variables, NODE_OPTIONS }, args)
  return lines.filter((line) => isProgress.test(line))
}

/** Makes the clock a thousand times faster, so that a short run reports its progress. */
export const fastClock = `
  const [now, every] = [performance.now.bind(performance), setInterval]
  performance.now = () => now() * 1000
  globalThis.setInterval = (work, milliseconds) => every(work, milliseconds / 1000)`

/** Node's options to run a piece of JavaScript before a program. */
export const importing = (code: string) =>
  `--import=data:text/javascript,${encodeURIComponent(code)}`

const isProgress = /^[\w ]+: \d+ (%, about \d+ (s|min) left|(s|min) so far)$/

function run(
  script: string,
  variables: Record<string, string>,
  args: string[],
): Promise<CommandResult> {
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: 'node_modules/.cache/node', // commands start faster
    ...noSettings,
    ...variables,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`.trimEnd().split('\n')
      resolve({ code: error ? Number(error.code) : 0, lines })
    })
  })
}

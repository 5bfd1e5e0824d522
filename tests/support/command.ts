import { execFile } from 'node:child_process'

import { noSettings } from './no-settings.ts'

interface CommandResult {
  code: number
  /** The lines of stdout, followed by the lines of stderr. */
  lines: string[]
}

/** Runs a command, like `server/cli/backup.ts`, in a separate process and waits for its end. */
export function runCommand(
  script: string,
  variables: Record<string, string>,
  ...args: string[]
): Promise<CommandResult> {
  const env = { PATH: process.env['PATH'], NODE_ENV: 'production', ...noSettings, ...variables }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`.trimEnd().split('\n')
      resolve({ code: error ? Number(error.code) : 0, lines })
    })
  })
}

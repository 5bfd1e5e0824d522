import { execFile } from 'node:child_process'

import { noSettings } from './no-settings.ts'

interface Ended {
  code: number
  /** What it printed, line by line. */
  lines: string[]
}

/** Runs one of the operator's commands, like `server/backup.ts`, to its end. */
export function runCommand(
  script: string,
  variables: Record<string, string>,
  ...args: string[]
): Promise<Ended> {
  const env = { PATH: process.env['PATH'], NODE_ENV: 'production', ...noSettings, ...variables }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`.trimEnd().split('\n')
      resolve({ code: error ? Number(error.code) : 0, lines })
    })
  })
}

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

import { findProgramFolder } from './find-program.ts'
import { OperationError } from './operation-error.ts'

/**
 * Runs a PostgreSQL client program; `$URL` in the arguments becomes the database's URL. The program
 * reads `input` on stdin.
 */
export async function runPostgresTool(
  program: string,
  url: string,
  args: readonly string[],
  input?: Readable,
) {
  const folder = findProgramFolder(program)
  if (folder === undefined) {
    throw new OperationError(
      `${program} is not installed. It is one of PostgreSQL's client programs (Debian: apt install postgresql-client).`,
    )
  }
  const { password, ...connection } = splitPassword(url)
  try {
    const running = promisify(execFile)(
      join(folder, program),
      args.map((arg) => arg.replace('$URL', () => connection.url)),
      {
        env: { ...process.env, PGCONNECT_TIMEOUT: '10', ...(password && { PGPASSWORD: password }) },
        maxBuffer: 64 * 1024 * 1024,
      },
    )
    // A program that ends early reports the error itself.
    if (input) pipeline(input, running.child.stdin!).catch(() => {})
    await running
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new OperationError(`${program} failed: ${stderr?.trim() || (error as Error).message}`)
  }
}

/** Removes the password from the URL: every user can see the arguments of a running program. */
function splitPassword(url: string) {
  const parsed = new URL(url)
  const password = decodeURIComponent(parsed.password)
  parsed.password = ''
  return { url: parsed.href, password }
}

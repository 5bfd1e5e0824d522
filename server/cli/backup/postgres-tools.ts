import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

import { findProgramFolder } from './find-program.ts'
import { OperationError } from '../command.ts'

/**
 * Runs a PostgreSQL client program; `$URL` in the arguments becomes the database's URL, if it needs one. The program
 * reads `input` on stdin.
 */
export async function runPostgresTool(
  program: string,
  url: string | undefined,
  args: readonly string[],
  input?: Readable,
) {
  const path = findPostgresTool(program)
  const { password, ...connection } = splitPassword(url)
  try {
    const running = promisify(execFile)(
      path,
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

/** The lines that a PostgreSQL client program writes, which needs no connection for them. */
export async function* postgresToolLines(program: string, args: readonly string[]) {
  const child = spawn(findPostgresTool(program), args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [ended, errors] = [once(child, 'close'), text(child.stderr)]
  try {
    yield* createInterface({ input: child.stdout, crlfDelay: Infinity })
    const [code] = (await ended) as [number | null]
    if (code !== 0) throw new OperationError(`${program} failed: ${(await errors).trim()}`)
  } finally {
    child.kill()
  }
}

function findPostgresTool(program: string) {
  const folder = findProgramFolder(program)
  if (folder !== undefined) return join(folder, program)
  throw new OperationError(
    `${program} is not installed. It is one of PostgreSQL's client programs (Debian: apt install postgresql-client).`,
  )
}

/** Removes the password from the URL: every user can see the arguments of a running program. */
function splitPassword(url: string | undefined) {
  if (url === undefined) return { url: '', password: '' }
  const parsed = new URL(url)
  const password = decodeURIComponent(parsed.password)
  parsed.password = ''
  return { url: parsed.href, password }
}

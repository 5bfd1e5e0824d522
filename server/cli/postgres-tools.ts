import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

import { OperationError } from './operation-error.ts'

/** Runs one of PostgreSQL's programs on a database; what it complains of becomes the sentence. */
export async function runPostgres(program: string, url: string, args: readonly string[]) {
  const { password, ...connection } = withoutPassword(url)
  const path = find(program)
  try {
    await promisify(execFile)(
      path,
      args.map((arg) => arg.replace('$URL', () => connection.url)),
      {
        env: { ...process.env, PGCONNECT_TIMEOUT: '10', ...(password && { PGPASSWORD: password }) },
        maxBuffer: 64 * 1024 * 1024,
      },
    )
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new OperationError(`${program} failed: ${stderr?.trim() || (error as Error).message}`)
  }
}

/** A password in the arguments could be read by every user of the machine. */
function withoutPassword(url: string) {
  const parsed = new URL(url)
  const password = decodeURIComponent(parsed.password)
  parsed.password = ''
  return { url: parsed.href, password }
}

/** On PATH, else Debian's newest. */
function find(program: string) {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  )
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...debian]
  const found = folders.map((folder) => join(folder, program)).find(existsSync)
  if (found !== undefined) return found
  throw new OperationError(
    `${program} is not installed. It comes with PostgreSQL's client programs (Debian: apt install postgresql-client).`,
  )
}

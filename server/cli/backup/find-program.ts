import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The first folder that has all of these programs. It searches PATH, then Debian's folders of
 * PostgreSQL (the newest version first), then the folders of administrators' programs.
 */
export function findProgramFolder(...programs: string[]) {
  const postgres = globSync('/usr/lib/postgresql/*/bin').sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  )
  const path = (process.env['PATH'] ?? '').split(delimiter)
  return [...path, ...postgres, '/usr/sbin', '/usr/local/sbin'].find((folder) =>
    programs.every((program) => existsSync(join(folder, program))),
  )
}

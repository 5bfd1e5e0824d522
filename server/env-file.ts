import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

import { nearestName } from './setting-names.ts'
import { settingNames, SettingsError } from './settings.ts'

/**
 * Adds the variables of the file `.env` to the environment. Variables that are set already stay; an
 * empty one counts as missing. ENV_FILE names another file: tests ignore the developer's own.
 */
export function loadEnvFile() {
  const path = process.env['ENV_FILE'] ?? '.env'
  // Node's own function calls an unreadable file missing.
  if (!existsSync(path)) return
  for (const [name, value] of Object.entries(parseEnvFile(readEnvFile(path)))) {
    process.env[name] ||= value
  }
}

/** Parses the bytes of the file. Throws a SettingsError about what would be lost without a word. */
export function parseEnvFile(bytes: Buffer) {
  const text = decode(bytes).replaceAll(/\r\n?/g, '\n')
  const variables = parseEnv(text)
  const problems = [...Object.keys(variables).flatMap(nameProblem), ...lineProblems(text)]
  if (problems.length > 0) throw new SettingsError(problems.join('; '))
  return variables as Record<string, string>
}

function readEnvFile(path: string) {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SettingsError(
      `.env cannot be read (${code}): make this user its owner, or delete it and set the variables in the environment`,
    )
  }
}

/** Decodes UTF-8, without a byte-order mark. UTF-16 without a mark is valid UTF-8, but has zeros. */
function decode(bytes: Buffer) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // The sentence below says what to do.
  }
  throw new SettingsError('.env is not UTF-8 text (perhaps UTF-16): save it as UTF-8')
}

/** A wrong name, except variables of PostgreSQL's programs, such as PGPASSWORD for backups. */
function nameProblem(name: string) {
  if (settingNames.includes(name) || /^PG[A-Z]+$/.test(name)) return []
  const { setting, distance } = nearestName(name, settingNames)
  const advice =
    distance <= name.length / 2 ? `did you mean ${setting}?` : 'README.md lists all settings'
  // Invisible characters in a name are the usual reason why it only looks right.
  const shown = name.replaceAll(/[^!-~]/gu, (one) => `\\u{${one.codePointAt(0)!.toString(16)}}`)
  return [`${shown} in .env is no setting: ${advice}`]
}

/** Lines that are not understood, and values that an unquoted # cuts. No line itself is shown. */
function lineProblems(text: string) {
  return withoutQuotes(text)
    .split('\n')
    .flatMap((line, index) => {
      if (/^\s*(#|$)/.test(line)) return []
      const [, name, value = ''] = /^\s*(?:export\s+)?([^=]+?)\s*=(.*)$/.exec(line) ?? []
      if (name === undefined) return [`line ${index + 1} of .env is not NAME=value`]
      // A comment begins after a blank. In a value that begins with a quote, # has no meaning.
      if (/^\s*["'`]|^[^#]*(\s#|$)/.test(value)) return []
      return [`${name} in .env is cut at #: put its value between quotes`]
    })
}

/** Empties comments and quoted values, which may have several lines. */
function withoutQuotes(text: string) {
  return text.replaceAll(/^[ \t]*#.*$|=[ \t]*(["'`])[^]*?\1/gm, (found, quote?: string) =>
    quote ? `=${quote}${found.replaceAll(/[^\n]/g, '')}` : '',
  )
}

import { existsSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'

import { describeError } from '../database/connection-errors.ts'
import { readSettings, type Settings } from '../settings.ts'

/** Thrown for arguments that a command does not take. */
class UsageError extends Error {}

/**
 * A command as an operator types it here. `deploy/foundation` names itself in CALLED_AS: by npm, a
 * command would have none of the service's settings.
 */
export function typed(name: string, args = '') {
  const program = process.env['CALLED_AS']
  const words = program ? [program, name, args] : ['npm run', name, args && `-- ${args}`]
  return words.filter((word) => word !== '').join(' ')
}

/**
 * Runs a command of an operator: with the settings of `.env` and the environment, and its failure as
 * one line. Exit code 1 when it failed, 2 when it was called the wrong way; then `args` are shown.
 */
export async function command(name: string, args: string, run: () => Promise<void>) {
  try {
    await run()
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`)
    if (error instanceof UsageError) process.stderr.write(`Usage: ${typed(name, args)}\n`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

/** What stands behind a command's name: options and, where something is to be `named`, one name. */
export function readArguments<const O extends NonNullable<ParseArgsConfig['options']>>(
  options: O,
  named?: string,
) {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: named !== undefined })
    if (positionals.length !== (named === undefined ? 0 : 1)) throw new Error(`Name one ${named}.`)
    return { values, name: positionals[0] ?? '' }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** A whole number from 1; undefined where none is given. */
export function readCount(name: string, text: string | undefined) {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`${name} takes a number from 1.`)
  return Number(text)
}

export function environmentSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readSettings(process.env)
}

export function say(line: string) {
  process.stdout.write(`${line}\n`)
}

import { existsSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'

import { describeError } from '../database/connection-errors.ts'
import { readSettings, type Settings } from '../settings.ts'

/**
 * Runs a command and prints its error as one line. Exit code 1 means failed, 2 wrong arguments;
 * the latter also prints `usage`, the arguments that the command takes.
 */
export async function runMain(name: string, usage: string, main: () => Promise<void>) {
  try {
    await main()
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`)
    if (error instanceof UsageError) process.stderr.write(`Usage: ${commandLine(name, usage)}\n`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

/** Parses the options and, where the command takes `argument`, exactly one positional argument. */
export function readArguments<const O extends NonNullable<ParseArgsConfig['options']>>(
  options: O,
  argument?: string,
) {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: argument !== undefined })
    if (positionals.length !== (argument === undefined ? 0 : 1)) {
      throw new Error(`Name one ${argument}.`)
    }
    return { values, positional: positionals[0] ?? '' }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** A positive integer, or undefined without a value. */
export function readCount(option: string, value: string | undefined) {
  if (value === undefined) return undefined
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new UsageError(`${option} takes a number from 1.`)
  return Number(value)
}

/** The settings of `.env` and the environment. */
export function loadSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return readSettings(process.env)
}

/**
 * A command line to show to the operator. CALLED_AS is the wrapper script that passes the service's
 * settings on; `npm run` would not.
 */
export function commandLine(name: string, args = '') {
  const program = process.env['CALLED_AS']
  const words = program ? [program, name, args] : ['npm run', name, args && `-- ${args}`]
  return words.filter((word) => word !== '').join(' ')
}

export function print(line: string) {
  process.stdout.write(`${line}\n`)
}

class UsageError extends Error {}

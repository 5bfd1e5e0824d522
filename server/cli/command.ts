import { parseArgs, type ParseArgsConfig } from 'node:util'
import { describeError } from '../database/connection-errors.ts'
import { loadEnvFile } from '../env-file.ts'
import { readSettings, type Settings } from '../settings.ts'

/**
 * Runs a command and prints its error as one line. Exit code 1 means that the command failed. Exit
 * code 2 means wrong arguments; `usage`, a line with the possible arguments, is then printed, too.
 * `--help` prints only this line.
 */
export async function runMain(name: string, usage: string, main: () => Promise<void>) {
  // Personal data: other users of the machine may not read the files of a command.
  process.umask(0o077)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe)
  const usageLine = `Usage: ${commandLine(name, usage)}`
  if (process.argv.slice(2).includes('--help')) return print(usageLine)
  try {
    await main()
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`)
    if (error instanceof UsageError) process.stderr.write(`${usageLine}\n`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

/** The reader of the output, such as `head`, may end first. The command completes its work. */
function ignoreClosedPipe(error: NodeJS.ErrnoException) {
  if (error.code !== 'EPIPE') throw error
}

/** Parses the options. If `argument` is given, exactly one positional argument is required. */
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

/** Parses a positive integer. Without a value, returns undefined. */
export function readCount(option: string, value: string | undefined) {
  if (value === undefined) return undefined
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new UsageError(`${option} takes a number from 1.`)
  return Number(value)
}

/** Reads the settings from the environment and from the file `.env`. */
export function loadSettings(): Settings {
  loadEnvFile()
  return readSettings(process.env)
}

/**
 * A command line to show to the operator. CALLED_AS is the name of the script that runs a command
 * with the settings of the service, such as `foundation`. `npm run` would not use these settings.
 */
export function commandLine(name: string, args = '') {
  const program = process.env['CALLED_AS']
  const words = program ? [program, name, args] : ['npm run', name, args && `-- ${args}`]
  return words.filter((word) => word !== '').join(' ')
}

export function print(line: string) {
  process.stdout.write(`${line}\n`)
}

/** Wrong arguments. */
export class UsageError extends Error {}

/** An expected error of a command. Its message is a sentence for the operator. */
export class OperationError extends Error {}

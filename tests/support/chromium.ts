import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { findProgramFolder } from '../../server/cli/find-program.ts'

const folder = join(import.meta.dirname, '../browser')
const names = ['chromium', 'chromium-browser', 'google-chrome']

/**
 * The path of Chromium: CHROMIUM_PATH, or one on PATH, or one from the npm registry. The last one is
 * installed and unpacked at the first call, so call this before parallel workers start.
 */
export function findChromium(): string {
  return process.env.CHROMIUM_PATH || findOnPath() || installChromium()
}

function findOnPath(): string | undefined {
  const name = names.find((name) => findProgramFolder(name) !== undefined)
  return name && join(findProgramFolder(name)!, name)
}

function installChromium(): string {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const unpacked = join(folder, 'node_modules', `unpacked-${dependencies['@sparticuz/chromium']}`)
  const launch = join(unpacked, 'launch')
  if (existsSync(launch)) return launch
  process.stdout.write('Installing a Chromium for the tests\n')
  run('npm', 'ci', '--no-audit', '--no-fund')
  run(process.execPath, 'unpack.js', unpacked)
  return launch
}

function run(program: string, ...args: string[]) {
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

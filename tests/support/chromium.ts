import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../browser')

/**
 * The path of Chromium: CHROMIUM_PATH, or a headless one from the npm registry, which is faster than a
 * system's. It is installed and unpacked at the first call: call this before parallel workers start.
 */
export function findChromium(): string {
  return process.env.CHROMIUM_PATH || installChromium()
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

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { hasPostgres, startPostgres } from '../tests/support/postgres.ts'
import { csv } from './speed/csv.ts'
import { dashboard } from './speed/dashboard.ts'
import { closeShared } from './speed/engines.ts'
import { inWords, verdict, type Curve, type Figure, type Measure } from './speed/figure.ts'
import { lists } from './speed/lists.ts'
import { move } from './speed/move.ts'
import { page } from './speed/page.ts'
import { peak } from './speed/peak.ts'
import { report } from './speed/report.ts'
import { saturation } from './speed/saturation.ts'
import { signIn } from './speed/sign-in.ts'
import { slowDisk } from './speed/slow-disk-submissions.ts'
import { start } from './speed/start.ts'
import { submissions } from './speed/submissions.ts'

/**
 * `npm run bench` measures performance, each figure against a limit that is measured in the same run.
 * budgets.ts has the targets, and for known misses the worst accepted value. A full run writes
 * docs/performance.md. `npm run bench -- --quick` takes some minutes and writes nothing;
 * `npm run bench -- page lists` runs only these parts.
 */

const parts: Record<string, Measure> = {
  start,
  submissions,
  'slow-disk': slowDisk,
  page,
  'sign-in': signIn,
  lists,
  dashboard,
  csv,
  saturation,
  peak,
  move,
}

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const chosen = positionals.length > 0 ? positionals : Object.keys(parts)
if (chosen.some((name) => !(name in parts))) {
  console.error(`Choose from ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}

process.on('SIGINT', () => process.exit(130)).on('SIGTERM', () => process.exit(143))
const postgres = hasPostgres() ? await startPostgres() : undefined
const setting = {
  quick: values.quick,
  postgresUrl: postgres?.url,
}
const figures: Figure[] = []
const curves: Curve[] = []
const began = performance.now()
try {
  for (const name of chosen) {
    console.log(`\n${name} (after ${Math.round((performance.now() - began) / 1000)} s)`)
    const result = await parts[name]!(setting)
    const some = Array.isArray(result) ? result : result.figures
    if (!Array.isArray(result)) curves.push(...result.curves)
    for (const figure of some) print(figure)
    figures.push(...some)
  }
} finally {
  await closeShared()
  await postgres?.stop()
}
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
const missed = figures.filter((figure) => verdict(figure) !== 'holds')
console.log(
  `\n${figures.length - missed.length} of ${figures.length} hold, after ${minutes} minutes`,
)
for (const figure of missed) print(figure)
if (!values.quick && positionals.length === 0) {
  for (const [file, text] of report(figures, curves, minutes)) writeFileSync(file, text)
}
process.exitCode = missed.some((figure) => verdict(figure) === 'failed') ? 1 : 0

function print(figure: Figure) {
  const { value, target } = inWords(figure)
  const found = verdict(figure)
  console.log(`  ${figure.what}: ${figure.measured}; limit ${figure.limit}`)
  console.log(`    ${value}, ${target}${found === 'holds' ? '' : `  ${found.toUpperCase()}`}`)
}

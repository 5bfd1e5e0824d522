import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { hasPostgres, startPostgres } from '../tests/support/postgres.ts'
import { countAsOwn, describeOthers, DisturbedError } from './noise.ts'
import { postmasterOf } from './processes.ts'
import { content } from './speed/content.ts'
import { csv } from './speed/csv.ts'
import { dashboard } from './speed/dashboard.ts'
import { documents } from './speed/documents.ts'
import { closeShared } from './speed/engines.ts'
import { evening } from './speed/evening.ts'
import {
  inWords,
  measureFigures,
  verdict,
  type Curve,
  type Figure,
  type Grown,
  type Measure,
} from './speed/figure.ts'
import { intakes } from './speed/intakes.ts'
import { letters } from './speed/letters.ts'
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

/** The parts without `repeated` repeat their own measurements when other programs disturb. */
const parts: Record<string, Measure<Figure[] | Grown>> = {
  start: repeated(start),
  submissions,
  'slow-disk': repeated(slowDisk),
  page,
  'sign-in': repeated(signIn),
  lists,
  dashboard,
  csv,
  saturation: repeated(saturation),
  peak: repeated(peak),
  evening,
  move,
  documents,
  content,
  intakes,
  letters,
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
// The server in TEST_DATABASE_URL is no descendant of this process.
const postmaster = postgres && (await postmasterOf(postgres.url))
if (postmaster) countAsOwn(postmaster)
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
    const result = await run(name)
    for (const figure of result.figures) print(figure)
    figures.push(...result.figures)
    curves.push(...result.curves)
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

function repeated(measure: Measure): Measure {
  return (given) => measureFigures(() => measure(given))
}

/** Runs a part. A part that fails because of other programs has no figures. */
async function run(name: string): Promise<Grown> {
  try {
    const result = await parts[name]!(setting)
    return Array.isArray(result) ? { figures: result, curves: [] } : result
  } catch (error) {
    if (!(error instanceof DisturbedError)) throw error
    console.log(`  not measured: ${error.message}`)
    return { figures: [], curves: [] }
  }
}

function print(figure: Figure) {
  const { value, target } = inWords(figure)
  const found = verdict(figure)
  console.log(`  ${figure.what}: ${figure.measured}; limit ${figure.limit}`)
  console.log(`    ${value}, ${target}${found === 'holds' ? '' : `  ${found.toUpperCase()}`}`)
  if (figure.others) console.log(`    ${describeOthers(figure.others)}, also when repeated`)
}

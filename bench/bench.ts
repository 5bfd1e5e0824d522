import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'

import { hasPostgres, startPostgres } from '../tests/support/postgres.ts'
import { content } from './speed/content.ts'
import { documents } from './speed/documents.ts'
import { closeShared } from './speed/engines.ts'
import { evening } from './speed/evening.ts'
import { inWords, quantity, verdict, type Figure, type Measure } from './speed/figure.ts'
import { intakes } from './speed/intakes.ts'
import { letters } from './speed/letters.ts'
import { lists } from './speed/lists.ts'
import { messages } from './speed/messages.ts'
import { questions } from './speed/questions.ts'
import { writeReport } from './speed/report.ts'
import { start } from './speed/start.ts'
import { submissions } from './speed/submissions.ts'

/**
 * `npm run bench` measures performance, each figure against a limit that is measured in the same run.
 * budgets.ts has the targets, and for known misses the worst accepted value. A full run writes
 * docs/performance.md. `npm run bench -- --quick` takes some minutes and writes nothing;
 * `npm run bench -- submissions lists` runs only these parts. `npm run bench -- submissions --against FOLDER`
 * compares the submissions of this version with those of another one.
 */

const parts: Record<string, Measure> = {
  start,
  submissions,
  lists,
  intakes,
  messages,
  evening,
  documents,
  content,
  letters,
  questions,
}

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, against: { type: 'string' } },
  allowPositionals: true,
})
const chosen = positionals.length > 0 ? positionals : Object.keys(parts)
if (chosen.some((name) => !(name in parts))) {
  console.error(`Choose from ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}

process.on('SIGINT', () => process.exit(130)).on('SIGTERM', () => process.exit(143))
const [loadAtStart] = loadavg()
const postgres = hasPostgres() ? await startPostgres() : undefined
const setting = { ...values, postgresUrl: postgres?.url }
const figures: Figure[] = []
const began = performance.now()
try {
  for (const name of chosen) {
    console.log(`\n${name} (after ${Math.round((performance.now() - began) / 1000)} s)`)
    const measured = await parts[name]!(setting)
    for (const figure of measured) print(figure)
    figures.push(...measured)
  }
} finally {
  await closeShared()
  await postgres?.stop()
}
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
const load = `Load average: ${quantity(loadAtStart!)} at the start, ${quantity(loadavg()[0]!)} at the end.`
const missed = figures.filter((figure) => verdict(figure) !== 'holds')
console.log(
  `\n${figures.length - missed.length} of ${figures.length} hold, after ${minutes} minutes`,
)
console.log(load)
for (const figure of missed) print(figure)
if (!values.quick && positionals.length === 0) writeReport(figures, minutes, load)
process.exitCode = missed.some((figure) => verdict(figure) === 'failed') ? 1 : 0

function print(figure: Figure) {
  const { value, target } = inWords(figure)
  const found = verdict(figure)
  console.log(`  ${figure.what}: ${figure.measured}; limit ${figure.limit}`)
  console.log(`    ${value}, ${target}${found === 'holds' ? '' : `  ${found.toUpperCase()}`}`)
}

import { startServer } from '../../tests/support/server.ts'
import { printLine } from '../timing.ts'
import { serverWith } from './engines.ts'
import { eveningParts, exportName, national, spread, type Part } from './evening-load.ts'
import { quantity, type Figure, type Measure } from './figure.ts'
import type { Outcome, Task } from './generator.ts'
import { loadAll } from './load.ts'

/** A rate is sustained if no request fails and the p99 of no part is longer (ms). */
const longest = 1000
/** Replays at most. Two replays whose rates differ by less than this factor are the result. */
const [mostReplays, precision] = [6, 1.2]

type Servers = Pick<Task, 'url' | 'alsoTo'>

/** One replay of the hour. */
interface Replay {
  /** Speed of the replay as a multiple of real time. */
  factor: number
  /** Outcomes of the parts, in their order. */
  outcomes: Outcome[]
}

/**
 * The national evening: the last hour before a deadline, with 50,000 applications and 200 staff,
 * against two servers and one PostgreSQL. Replays the hour faster and faster, until the machine is too
 * slow.
 */
export const evening: Measure = async (setting) => {
  if (!setting.postgresUrl) {
    console.log('  not measured: PostgreSQL is not installed')
    return []
  }
  const stored = setting.quick ? 50_000 : 500_000
  const behindProxy = { TRUST_PROXY: 'loopback', RATE_LIMIT: 'on' }
  const first = await serverWith('postgres', setting, stored, behindProxy)
  const second = await startServer({ ...first.variables, ...behindProxy })
  try {
    const parts = await eveningParts(first.db, first.url)
    const servers = { url: first.url, alsoTo: [second.url] }
    // Warm-up: V8 runs new code several times slower.
    await replay(servers, parts, 1, 5)
    const best = await findFastest(servers, parts, setting.quick ? 5 : 20)
    if (best) printParts(best, parts)
    return [figureOf(stored, best)]
  } finally {
    await second.stop('SIGTERM')
    await first.close()
  }
}

/** Doubles the rate until the machine is too slow, then tries rates in between. */
async function findFastest(servers: Servers, parts: Part[], seconds: number) {
  console.log(`  The hour, ${seconds} s of it, replayed at several times its rate:`)
  let best: Replay | undefined
  let tooFast = Infinity
  let factor = 1
  for (let replays = 0; replays < mostReplays; replays++) {
    const found = await replay(servers, parts, factor, seconds)
    const trouble = troubleOf(found, parts)
    console.log(`  ${quantity(factor)} times: ${trouble ?? 'sustained'}`)
    if (trouble) tooFast = factor
    else best = found
    const sustained = best?.factor ?? 0
    if (tooFast < sustained * precision) break
    if (tooFast === Infinity) factor *= 2
    else factor = sustained > 0 ? Math.sqrt(sustained * tooFast) : factor / 2
  }
  return best
}

async function replay(
  servers: Servers,
  parts: Part[],
  factor: number,
  seconds: number,
): Promise<Replay> {
  const tasks = parts.map((part) => ({
    ...servers,
    clients: 32,
    seconds,
    what: part.what,
    perSecond: spread(part, factor, seconds),
    giveUpAfter: 2,
  }))
  return { factor, outcomes: await loadAll(tasks) }
}

/** The reason why a replay was too fast, if it was. Nobody waits for the end of an export. */
function troubleOf({ outcomes }: Replay, parts: Part[]) {
  const failures = outcomes.reduce((sum, outcome) => sum + failuresOf(outcome), 0)
  if (failures > 0) return `${quantity(failures)} requests failed or were never sent`
  const late = parts
    .map(({ name }, index) => ({ name, p99: outcomes[index]!.succeeded.p99 }))
    .find(({ name, p99 }) => name !== exportName && p99 > longest)
  return late && `${late.name} took ${quantity(late.p99)} ms (p99)`
}

/** Prints the requests of each part in a replay. */
function printParts({ factor, outcomes }: Replay, parts: Part[]) {
  console.log(`\nThe fastest sustained replay, ${quantity(factor)} times real time`)
  printLine('', ['requests', 'a second', 'p50, ms', 'p99, ms'])
  for (const [index, { name }] of parts.entries()) {
    const { answered, seconds, succeeded } = outcomes[index]!
    const count = Object.values(answered).reduce((sum, some) => sum + some, 0)
    // A short replay may have no request of a rare part.
    const times = count > 0 ? [succeeded.median, succeeded.p99].map(quantity) : ['', '']
    printLine(name, [quantity(count), quantity(count / seconds), ...times])
  }
}

function figureOf(stored: number, best: Replay | undefined): Figure {
  const factor = best?.factor ?? 0
  const expected = national.applicationsPerHour
  return {
    what: `national evening, ${quantity(stored)} applications stored, two servers and PostgreSQL`,
    measured: `${quantity(factor * expected)} applications an hour`,
    limit: `${quantity(expected)} an hour: a national deadline`,
    value: factor,
    target: 'evening',
  }
}

/** Requests that were refused, got no answer, or were too late to be sent. */
function failuresOf({ answered, unsent }: Outcome) {
  const refused = Object.entries(answered).filter(([status]) => !status.startsWith('2'))
  return refused.reduce((sum, [, count]) => sum + count, unsent)
}

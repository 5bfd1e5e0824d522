import { sql } from 'kysely'

import type { Database } from '../../server/database/tables.ts'
import { startServer } from '../../tests/support/server.ts'
import { undisturbed, type OtherLoad } from '../noise.ts'
import { listProcesses, postmasterOf, sumSeconds, treeOf } from '../processes.ts'
import { serverWith } from './engines.ts'
import {
  eveningParts,
  exportName,
  national,
  spread,
  submissionName,
  type Part,
} from './evening-load.ts'
import {
  countOf,
  failuresOf,
  printCosts,
  printParts,
  printReplay,
  type Replay,
  type Usage,
} from './evening-report.ts'
import { mark, quantity, type Figure, type Measure } from './figure.ts'
import type { Task } from './generator.ts'
import { loadAll } from './load.ts'

/** A rate is sustained if no request fails and the p99 of no part is longer (ms). */
const longest = 1000
/** Replays at most. Two replays whose rates differ by less than this factor are the result. */
const [mostReplays, precision] = [7, 1.2]
/** Submissions per second when they run alone. Two servers send 100 e-mails per second. */
const submissionsAlone = 80

/**
 * The national evening: the last hour before a deadline, with 50,000 applications and 200 staff,
 * against two servers and one PostgreSQL. Measures the processor time of each part alone, then
 * replays the hour faster and faster, until the machine is too slow.
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
  const postmaster = await postmasterOf(setting.postgresUrl)
  const site: Site = {
    to: { url: first.url, alsoTo: [second.url] },
    used: () => usageOf([first.pid, second.pid], postmaster),
  }
  try {
    await printSize(first.db, stored)
    const parts = await eveningParts(first.db, first.url)
    await measureCosts(site, parts, setting.quick ? 1 : 4)
    const { best, others } = await findFastest(site, parts, setting.quick ? 5 : 20)
    if (best) printParts(best, parts)
    return mark([figureOf(stored, best)], others)
  } finally {
    await second.stop('SIGTERM')
    await first.close()
  }
}

async function printSize(db: Database, stored: number) {
  const size = sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  const { rows } = await size.execute(db)
  const megabytes = rows[0]!.bytes / 1_000_000
  console.log(`  ${quantity(stored)} applications take ${quantity(megabytes)} MB`)
}

/** Two servers and their database. */
interface Site {
  to: Pick<Task, 'url' | 'alsoTo'>
  /** Processor time until now. */
  used: () => Usage
}

function usageOf(servers: number[], postmaster = 0): Usage {
  const processes = listProcesses()
  const secondsOf = (pid: number) => sumSeconds(treeOf(pid, processes))
  const seconds = servers.reduce((sum, pid) => sum + secondsOf(pid), 0)
  return { servers: seconds, postgres: secondsOf(postmaster) }
}

/** Runs tasks at the same time; returns their outcomes and the processor time they took. */
async function run({ to, used }: Site, tasks: Omit<Task, 'url'>[]) {
  const before = used()
  const outcomes = await loadAll(tasks.map((task) => ({ ...to, ...task })))
  const after = used()
  const servers = after.servers - before.servers
  return { outcomes, used: { servers, postgres: after.postgres - before.postgres } }
}

/** Measures and prints the processor time of each part, one after the other. */
async function measureCosts(site: Site, parts: Part[], seconds: number) {
  const costs: Parameters<typeof printCosts>[0] = []
  for (const part of parts) {
    // Warm-up: V8 runs new code several times slower.
    await run(site, [aloneFor(1, part)])
    const { outcomes, used } = await run(site, [aloneFor(seconds, part)])
    const count = countOf(outcomes[0]!)
    const perRequest = { servers: used.servers / count, postgres: used.postgres / count }
    costs.push({ part, perRequest })
  }
  printCosts(costs)
}

function aloneFor(seconds: number, { name, what }: Part) {
  const perSecond = Array.from({ length: seconds }, () => submissionsAlone)
  return { clients: 4, seconds, what, ...(name === submissionName && { perSecond }) }
}

/** Doubles the rate until the machine is too slow, then tries rates in between. */
async function findFastest(site: Site, parts: Part[], seconds: number) {
  console.log(`\nThe hour, ${seconds} s of it, replayed at several times its rate`)
  let best: Replay | undefined
  let others: OtherLoad | undefined
  let tooFast = Infinity
  let factor = 4
  for (let replays = 0; replays < mostReplays; replays++) {
    const found = await undisturbed(() => replay(site, parts, factor, seconds))
    others = found.others ?? others
    const trouble = troubleOf(found.value, parts)
    printReplay(found.value, trouble)
    if (trouble) tooFast = factor
    else best = found.value
    const sustained = best?.factor ?? 0
    if (tooFast < sustained * precision) break
    if (tooFast === Infinity) factor *= 2
    else factor = sustained > 0 ? Math.sqrt(sustained * tooFast) : factor / 2
  }
  return { best, others }
}

async function replay(site: Site, parts: Part[], factor: number, seconds: number): Promise<Replay> {
  const tasks = parts.map((part) => {
    const perSecond = spread(part, factor, seconds)
    return { clients: 32, seconds, what: part.what, perSecond, giveUpAfter: 2 }
  })
  return { factor, seconds, ...(await run(site, tasks)) }
}

/** Why the machine was too slow; undefined if it was not. Nobody waits for the end of an export. */
function troubleOf({ outcomes }: Replay, parts: Part[]) {
  const failures = outcomes.reduce((sum, outcome) => sum + failuresOf(outcome), 0)
  if (failures > 0) {
    const unsent = outcomes.reduce((sum, outcome) => sum + outcome.unsent, 0)
    return `${quantity(failures - unsent)} requests failed, ${quantity(unsent)} were never sent`
  }
  const late = parts
    .map(({ name }, index) => ({ name, p99: outcomes[index]!.succeeded.p99 }))
    .find(({ name, p99 }) => name !== exportName && p99 > longest)
  return late && `${late.name} took ${quantity(late.p99)} ms (p99)`
}

function figureOf(stored: number, best: Replay | undefined): Figure {
  const factor = best?.factor ?? 0
  const expected = national.applicationsPerHour
  return {
    what: `national evening, ${quantity(stored)} applications stored, two servers and PostgreSQL`,
    measured: `${quantity(factor * expected)} applications an hour${best ? timeOf(best) : ''}`,
    limit: `${quantity(expected)} an hour: a national deadline`,
    value: factor,
    target: 'evening',
  }
}

/** Processor time of an application with everything around it. */
function timeOf({ outcomes, used }: Replay) {
  const sent = countOf(outcomes.at(-1)!)
  const [servers, postgres] = [used.servers, used.postgres].map((time) =>
    quantity((1000 * time) / sent),
  )
  return `; each takes ${servers} ms of the servers and ${postgres} ms of PostgreSQL`
}

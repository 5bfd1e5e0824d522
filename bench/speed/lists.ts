import { ask } from '../http-client.ts'
import { undisturbed, type OtherLoad } from '../noise.ts'
import { printLine, Times } from '../timing.ts'
import { queries, type Query } from '../queries.ts'
import { enginesOf, engineNames, sharedServer } from './engines.ts'
import {
  mark,
  quantity,
  type Curve,
  type Figure,
  type Grown,
  type Measure,
  type Setting,
} from './figure.ts'
import { startClient } from './load.ts'
import { authorizedRequest } from './requests.ts'

/** Slow queries run fewer rounds. A p99 needs more rounds, so that it is not the maximum. */
const rounds = { least: 30, leastForP99: 100, most: 1000 }

/** Rounds before the measurement, for both sides: V8 runs new code several times slower. */
const warmUps = { least: 10, leastForP99: 10, most: 100 }

type Rounds = typeof rounds

/** Queries in the plot. */
const plotted = [
  'first page',
  'search: a rare word',
  'search: a common word',
  'search and status',
].concat('status=pending', 'the last page of all', 'counts by status', 'the whole history')

/**
 * Every query of the back office for lists: latency of the whole compressed answer, against the bare
 * query over the best index.
 */
export const lists: Measure<Grown> = async (setting) => {
  const sizes = setting.quick ? [1000, 100_000] : [1000, 10_000, 100_000, 1_000_000]
  const figures: Figure[] = []
  const curves: Curve[] = []
  for (const engine of enginesOf(setting)) {
    const name = engineNames[engine]
    const runs: Run[] = []
    for (const rows of sizes) {
      const { value, others } = await undisturbed(() => runAll(engine, rows, setting))
      const { results, roundTrip } = value
      runs.push({ rows, results, others })
      print(engine, rows, results)
      if (rows < 100_000) continue
      figures.push(...mark(judge(`${name}, ${quantity(rows)} rows`, results, roundTrip), others))
    }
    const [some, million] = [100_000, 1_000_000].map((size) =>
      runs.find(({ rows }) => rows === size),
    )
    figures.push(...mark([slowest(name, some!.results)], some!.others))
    figures.push(...mark([rareWords(name, runs)], runs.find(({ others }) => others)?.others))
    if (million) figures.push(...mark([slowestScan(name, million.results)], million.others))
    for (const query of plotted) {
      const points = runs.flatMap(({ rows, results }) => {
        const found = results.find((result) => result.query.name === query)
        return found ? [{ rows, milliseconds: found.whole.median }] : []
      })
      curves.push({ engine: name, name: query, points })
    }
  }
  return { figures, curves }
}

/** All queries over a number of applications. */
interface Run {
  rows: number
  results: Result[]
  others: OtherLoad | undefined
}

interface Result {
  query: Query
  whole: Times
  bare: Times
}

/**
 * Runs all queries in rounds through the server, then the bare queries, so that neither waits for the
 * other one's garbage collection. Each round begins with a request that needs no database, as the
 * baseline.
 */
async function runAll(engine: keyof typeof engineNames, rows: number, setting: Setting) {
  const { db, engine: opened, url, token } = await sharedServer(engine, setting, rows)
  // With few rows, a quick run needs only rare words, which must stay flat.
  const isWanted = ({ group }: Query) =>
    !setting.quick || (rows < 100_000 ? group === 'a rare word' : group)
  const all: Result[] = (await queries(db, opened))
    .filter(isWanted)
    .map((query) => ({ query, whole: new Times(), bare: new Times() }))
  const client = startClient(url)
  let roundTrip = new Times()

  const runWhole = async (round: Result[]) => {
    const paths = round.map(({ query }) => `/api${query.path}`)
    const replies = await client.send(
      ['/healthz', ...paths].map((path) => authorizedRequest(path, token)),
    )
    const failed = replies.findIndex(({ status }) => status !== 200)
    if (failed >= 0) throw new Error(`${paths[failed - 1]} was answered ${replies[failed]!.status}`)
    for (const [index, times] of [roundTrip, ...round.map(({ whole }) => whole)].entries()) {
      times.record(replies[index]!.milliseconds)
    }
  }
  // An aborted answer keeps the server busy for a little longer.
  const runPartial = async (round: Result[]) => {
    for (const { query, whole } of round) {
      await whole.add(() => ask(`${url}/api${query.path}`, token, query.mostBytes))
    }
  }

  for (const [isPartial, runRound] of [
    [false, runWhole],
    [true, runPartial],
  ] as const) {
    const group = all.filter(({ query }) => (query.mostBytes !== undefined) === isPartial)
    const compare = async (times: Rounds, enough: number) => {
      for (const round of roundsOf(group, times, enough)) {
        await runRound(round)
        for (const { query, bare } of round) await bare.add(query.bare)
      }
    }
    await compare(warmUps, setting.quick ? 200 : 1000)
    for (const one of group) [one.whole, one.bare] = [new Times(), new Times()]
    if (!isPartial) roundTrip = new Times()
    await compare(rounds, setting.quick ? 600 : 1500)
  }
  client.close()
  return { results: all, roundTrip }
}

/** Each round has the queries that need more rounds, or more time in total. */
function* roundsOf(group: Result[], { least, leastForP99, most }: Rounds, enough: number) {
  for (let round = 0; round < most; round++) {
    const due = group.filter((one) => {
      const atLeast = isSearch(one) ? leastForP99 : least
      return round < atLeast || one.whole.sum + one.bare.sum < enough
    })
    if (due.length === 0) return
    yield due
  }
}

/** Searches have a target for p99, too. */
function isSearch({ query: { group } }: Result) {
  return group === 'a search' || group === 'a rare word'
}

/** The worst query of each group. */
function judge(where: string, results: Result[], roundTrip: Times): Figure[] {
  const groups = Map.groupBy(results, ({ query }) => query.group)
  return [...groups].flatMap(([group, some]) => {
    if (!group) return []
    const ratio = (share: number) => (one: Result) =>
      one.whole.quantile(share) / one.bare.quantile(share)
    const figure = (share: number, word: string, target: Figure['target']) => {
      const worst = some.toSorted((a, b) => ratio(share)(b) - ratio(share)(a))[0]!
      return {
        what: `${group}, ${where}, ${word}`,
        measured: `${quantity(worst.whole.quantile(share))} ms (${worst.query.name})`,
        limit: `${quantity(worst.bare.quantile(share))} ms: the bare query; ${quantity(roundTrip.quantile(share))} ms: an answer without any`,
        value: ratio(share)(worst),
        target,
      }
    }
    const median = figure(0.5, 'median', 'list')
    return isSearch(some[0]!) ? [median, figure(0.99, 'p99', 'list, p99')] : [median]
  })
}

/** The slowest query with an absolute limit. */
function slowest(engine: string, results: Result[]): Figure {
  const [worst] = results
    .filter(({ query }) => query.limit !== undefined)
    .toSorted((a, b) => b.whole.median - a.whole.median)
  return {
    what: `the slowest page, search or filter, ${engine}, 100,000 rows, median`,
    measured: `${quantity(worst!.whole.median)} ms (${worst!.query.name})`,
    limit: `${quantity(worst!.bare.median)} ms: the bare query`,
    value: worst!.whole.median,
    target: 'list over 100,000',
  }
}

/** The slowest query that reads every row, such as the history and lists sorted by a related name. */
function slowestScan(engine: string, results: Result[]): Figure {
  const [worst] = results
    .filter(({ query }) => query.readsAll)
    .toSorted((a, b) => b.whole.median - a.whole.median)
  return {
    what: `the slowest list that reads every row, ${engine}, 1,000,000 rows, median`,
    measured: `${quantity(worst!.whole.median)} ms (${worst!.query.name})`,
    limit: `${quantity(worst!.bare.median)} ms: the bare query`,
    value: worst!.whole.median,
    target: 'scan over 1,000,000',
  }
}

/** A rare word must take the same time for any number of rows. */
function rareWords(engine: string, runs: Run[]): Figure {
  const [small, large] = [runs[0]!, runs.at(-1)!].map(({ results }) =>
    Math.max(
      ...results
        .filter(({ query }) => query.group === 'a rare word')
        .map(({ whole }) => whole.median),
    ),
  )
  return {
    what: `a rare word, ${engine}, from the least to the most rows`,
    measured: `${quantity(large!)} ms`,
    limit: `${quantity(small!)} ms: over 1,000 rows`,
    value: large! / small!,
    target: 'rare words',
  }
}

function print(engine: keyof typeof engineNames, rows: number, results: Result[]) {
  console.log(`\n${engineNames[engine]}, ${rows.toLocaleString('en')} applications: ms`)
  printLine('', ['median', 'p99', 'bare', 'ratio'])
  for (const { query, whole, bare } of results) {
    printLine(query.name, [
      whole.median.toFixed(1),
      whole.quantile(0.99).toFixed(1),
      bare.median.toFixed(2),
      (whole.median / bare.median).toFixed(1),
    ])
  }
}

import type { TestEngine } from '../../tests/support/server.ts'
import { printLine } from '../timing.ts'
import { possiblyTwice, queries, type Query } from '../queries.ts'
import { compareWithBare, type Compared } from './compare.ts'
import { enginesOf, engineNames, sharedServer } from './engines.ts'
import { quantity, type Figure, type Measure, type Setting } from './figure.ts'

type Result = Compared<Query>

/** Every query of the back office for lists, against the bare query over the best index. */
export const lists: Measure = async (setting) => {
  const figures: Figure[] = []
  for (const engine of enginesOf(setting)) {
    const name = engineNames[engine]
    const few = await runAll(engine, 1000, setting)
    const some = await runAll(engine, 100_000, setting)
    figures.push(...judge(`${name}, 100,000 rows`, some), slowest(name, some))
    if (setting.quick) {
      figures.push(rareWords(name, few, some))
      continue
    }
    const many = await runAll(engine, 1_000_000, setting)
    figures.push(
      ...judge(`${name}, 1,000,000 rows`, many),
      slowestScan(name, many),
      twice(name, many),
    )
    figures.push(rareWords(name, few, many))
  }
  return figures
}

async function runAll(engine: TestEngine, rows: number, setting: Setting) {
  const server = await sharedServer(engine, setting, rows)
  // Over few rows only rare words matter, which must stay flat. A quick run needs only groups.
  const isWanted = ({ group }: Query) =>
    rows < 100_000 ? group === 'a rare word' : !setting.quick || group
  const wanted = (await queries(server.db, server.engine)).filter(isWanted)
  // A p99 over a million applications would take minutes.
  const measured = wanted.map((query) => (rows > 100_000 ? { ...query, needsP99: false } : query))
  const results = await compareWithBare(server, measured)
  print(engine, rows, results)
  return results
}

/** The worst query of each group. */
function judge(where: string, results: Result[]): Figure[] {
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
        limit: `${quantity(worst.bare.quantile(share))} ms: the bare query`,
        value: ratio(share)(worst),
        target,
      }
    }
    const median = figure(0.5, 'median', 'list')
    return some[0]!.query.needsP99 ? [median, figure(0.99, 'p99', 'list, p99')] : [median]
  })
}

/** The slowest query with an absolute limit. */
function slowest(engine: string, results: Result[]) {
  return slowestOf(
    results.filter(({ query }) => query.isLimited),
    `the slowest page, search or filter, ${engine}, 100,000 rows, median`,
    'list over 100,000',
  )
}

/** The slowest query that reads every row, such as the history and lists sorted by a related name. */
function slowestScan(engine: string, results: Result[]) {
  return slowestOf(
    results.filter(({ query }) => query.readsAll),
    `the slowest list that reads every row, ${engine}, 1,000,000 rows, median`,
    'scan over 1,000,000',
  )
}

/** The filter "possibly twice", which has an absolute limit over a million rows, too. */
function twice(engine: string, results: Result[]) {
  return slowestOf(
    results.filter(({ query }) => query.name === possiblyTwice),
    `the filter “possibly twice”, ${engine}, 1,000,000 rows, median`,
    'possibly twice',
  )
}

function slowestOf(results: Result[], what: string, target: Figure['target']): Figure {
  const [worst] = results.toSorted((a, b) => b.whole.median - a.whole.median)
  const { query, whole, bare } = worst!
  return {
    what,
    measured: `${quantity(whole.median)} ms (${query.name})`,
    limit: `${quantity(bare.median)} ms: the bare query`,
    value: whole.median,
    target,
  }
}

/** A rare word must take the same time for any number of rows. */
function rareWords(engine: string, few: Result[], most: Result[]): Figure {
  const [small, large] = [few, most].map((results) =>
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

function print(engine: TestEngine, rows: number, results: Result[]) {
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

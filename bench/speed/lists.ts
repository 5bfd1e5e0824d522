import { ask } from '../ask.ts'
import { printLine, Times } from '../measure.ts'
import { questions } from '../questions.ts'
import { Connection } from './connection.ts'
import { enginesOf, engineNames, sharedServer } from './engines.ts'
import { quantity, type Curve, type Figure, type Measure, type Setting } from './figure.ts'
import { authorizedRequest } from './requests.ts'

/** Of so many rounds the 99th percentile is not the worst; what takes long is asked less often. */
const [leastRounds, mostRounds] = [30, 300]

/** So often is asked before, for both sides: what is new to V8 takes several times as long. */
const warmUps = 20

/** In the plot. */
const drawn = [
  'first page',
  'search: a rare word',
  'search: a common word',
  'search and status',
].concat('status=pending', 'the last page of all', 'counts by status', 'the whole history')

/**
 * The list of applications in every way in which the back office asks for it: until the whole answer
 * is there, compressed as for a browser, against the bare query over the best index.
 */
export const lists: Measure = async (setting) => {
  const sizes = setting.quick ? [1000, 100_000] : [1000, 10_000, 100_000, 1_000_000]
  const figures: Figure[] = []
  const curves: Curve[] = []
  for (const engine of enginesOf(setting)) {
    const grown: Asked[][] = []
    for (const rows of sizes) {
      const { asked, roundTrip } = await askAll(engine, rows, setting)
      grown.push(asked)
      print(engine, rows, asked)
      if (rows >= 100_000)
        figures.push(...judge(`${engineNames[engine]}, ${quantity(rows)} rows`, asked, roundTrip))
    }
    const asked = grown.find((_asked, index) => sizes[index] === 100_000)
    figures.push(slowest(engineNames[engine], asked!), rareWords(engineNames[engine], grown))
    for (const name of drawn) {
      const points = grown.flatMap((asked, index) => {
        const found = asked.find(({ question }) => question.name === name)
        return found ? [{ rows: sizes[index]!, milliseconds: found.whole.median }] : []
      })
      curves.push({ engine: engineNames[engine], name, points })
    }
  }
  return { figures, curves }
}

interface Asked {
  question: Awaited<ReturnType<typeof questions>>[number]
  whole: Times
  bare: Times
}

/**
 * Asks every question, in rounds, and the bare query each time just after it; and, for what asking
 * alone takes, once a round what is answered without the database.
 */
async function askAll(engine: keyof typeof engineNames, rows: number, setting: Setting) {
  const { db, engine: opened, url, token } = await sharedServer(engine, setting, rows)
  const all: Asked[] = (await questions(db, opened))
    .filter(({ group }) => !setting.quick || group)
    .map((question) => ({ question, whole: new Times(), bare: new Times() }))
  const connection = new Connection(url)
  const askWhole = async (path: string) => {
    const status = await connection.ask(authorizedRequest(path, token))
    if (status !== 200) throw new Error(`${path} was answered ${status}`)
  }
  const answer = ({ question: { path, mostBytes } }: Asked) =>
    mostBytes === undefined ? askWhole(`/api${path}`) : ask(`${url}/api${path}`, token, mostBytes)
  // What is broken off keeps the server busy for a moment more.
  const enough = setting.quick ? 600 : 2000
  const whole = all.filter(({ question }) => question.mostBytes === undefined)
  const cut = all.filter(({ question }) => question.mostBytes !== undefined)
  const roundTrip = new Times()
  for (const group of [whole, cut]) {
    for (let round = 0; round < warmUps; round++)
      for (const one of group) {
        await answer(one)
        await one.question.bare()
      }
    for (let round = 0; round < mostRounds; round++) {
      // Not while the server is still busy with what was broken off.
      if (group === whole) await roundTrip.add(() => askWhole('/healthz'))
      for (const one of group) {
        if (round >= leastRounds && one.whole.sum + one.bare.sum > enough) continue
        await one.whole.add(() => answer(one))
        await one.bare.add(one.question.bare)
      }
    }
  }
  connection.close()
  return { asked: all, roundTrip }
}

/** The worst of each group. */
function judge(where: string, asked: Asked[], roundTrip: Times): Figure[] {
  const groups = Map.groupBy(asked, ({ question }) => question.group)
  return [...groups].flatMap(([group, some]) => {
    if (!group) return []
    const ratio = (share: number) => (one: Asked) =>
      one.whole.quantile(share) / one.bare.quantile(share)
    const figure = (share: number, word: string, reach: Figure['reach']) => {
      const worst = some.toSorted((a, b) => ratio(share)(b) - ratio(share)(a))[0]!
      return {
        what: `${group}, ${where}, ${word}`,
        measured: `${quantity(worst.whole.quantile(share))} ms (${worst.question.name})`,
        limit: `${quantity(worst.bare.quantile(share))} ms: the bare query; ${quantity(roundTrip.quantile(share))} ms: an answer without any`,
        value: ratio(share)(worst),
        reach,
      }
    }
    const median = figure(0.5, 'median', 'list')
    const isSearch = group === 'a search' || group === 'a rare word'
    return isSearch ? [median, figure(0.99, 'p99', 'list, p99')] : [median]
  })
}

/** A page, a search and a filter have a time that staff do not notice. */
function slowest(engine: string, asked: Asked[]): Figure {
  const [worst] = asked
    .filter(({ question }) => question.limit !== undefined)
    .toSorted((a, b) => b.whole.median - a.whole.median)
  return {
    what: `the slowest page, search or filter, ${engine}, 100,000 rows, median`,
    measured: `${quantity(worst!.whole.median)} ms (${worst!.question.name})`,
    limit: `${quantity(worst!.bare.median)} ms: the bare query`,
    value: worst!.whole.median,
    reach: 'list over 100,000',
  }
}

/** They must take the same time however many others there are. */
function rareWords(engine: string, grown: Asked[][]): Figure {
  const [small, large] = [grown[0]!, grown.at(-1)!].map((asked) =>
    Math.max(
      ...asked
        .filter(({ question }) => question.group === 'a rare word')
        .map(({ whole }) => whole.median),
    ),
  )
  return {
    what: `a rare word, ${engine}, from the least to the most rows`,
    measured: `${quantity(large!)} ms`,
    limit: `${quantity(small!)} ms: over 1,000 rows`,
    value: large! / small!,
    reach: 'rare words',
  }
}

function print(engine: keyof typeof engineNames, rows: number, asked: Asked[]) {
  console.log(`\n${engineNames[engine]}, ${rows.toLocaleString('en')} applications: ms`)
  printLine('', ['median', 'p99', 'bare', 'ratio'])
  for (const { question, whole, bare } of asked) {
    printLine(question.name, [
      whole.median.toFixed(1),
      whole.quantile(0.99).toFixed(1),
      bare.median.toFixed(2),
      (whole.median / bare.median).toFixed(1),
    ])
  }
}

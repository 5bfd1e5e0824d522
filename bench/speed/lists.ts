import { ask } from '../http-client.ts'
import { printLine, Times } from '../timing.ts'
import { questions, type Question } from '../queries.ts'
import { enginesOf, engineNames, sharedServer } from './engines.ts'
import { quantity, type Curve, type Figure, type Measure, type Setting } from './figure.ts'
import { startAsker } from './load.ts'
import { authorizedRequest } from './requests.ts'

/** What takes long is asked less often; where a 99th percentile is judged, that must not be the worst. */
const rounds = { least: 30, leastForP99: 100, most: 1000 }

/** So often is asked before, for both sides: what is new to V8 takes several times as long. */
const warmUps = { least: 10, leastForP99: 10, most: 100 }

type Rounds = typeof rounds

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
    const million = grown.find((_asked, index) => sizes[index] === 1_000_000)
    if (million) figures.push(slowestScan(engineNames[engine], million))
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
  question: Question
  whole: Times
  bare: Times
}

/**
 * Asks every question, in rounds, and after each round the bare queries, so that neither waits for
 * what the other one's process still cleans up; and, for what asking alone takes, before each round
 * what is answered without the database.
 */
async function askAll(engine: keyof typeof engineNames, rows: number, setting: Setting) {
  const { db, engine: opened, url, token } = await sharedServer(engine, setting, rows)
  // Of few rows a quick run needs only what must be flat.
  const isAsked = ({ group }: Question) =>
    !setting.quick || (rows < 100_000 ? group === 'a rare word' : group)
  const all: Asked[] = (await questions(db, opened))
    .filter(isAsked)
    .map((question) => ({ question, whole: new Times(), bare: new Times() }))
  const asker = startAsker(url)
  let roundTrip = new Times()

  const askWhole = async (round: Asked[]) => {
    const paths = round.map(({ question }) => `/api${question.path}`)
    const replies = await asker.ask(
      ['/healthz', ...paths].map((path) => authorizedRequest(path, token)),
    )
    const refused = replies.findIndex(({ status }) => status !== 200)
    if (refused >= 0)
      throw new Error(`${paths[refused - 1]} was answered ${replies[refused]!.status}`)
    for (const [index, times] of [roundTrip, ...round.map(({ whole }) => whole)].entries()) {
      times.note(replies[index]!.milliseconds)
    }
  }
  // What is broken off keeps the server busy for a moment more.
  const askCut = async (round: Asked[]) => {
    for (const { question, whole } of round) {
      await whole.add(() => ask(`${url}/api${question.path}`, token, question.mostBytes))
    }
  }

  for (const [isCut, askRound] of [
    [false, askWhole],
    [true, askCut],
  ] as const) {
    const group = all.filter(({ question }) => (question.mostBytes !== undefined) === isCut)
    const compare = async (times: Rounds, enough: number) => {
      for (const round of roundsOf(group, times, enough)) {
        await askRound(round)
        for (const { question, bare } of round) await bare.add(question.bare)
      }
    }
    await compare(warmUps, setting.quick ? 200 : 1000)
    for (const one of group) [one.whole, one.bare] = [new Times(), new Times()]
    if (!isCut) roundTrip = new Times()
    await compare(rounds, setting.quick ? 600 : 1500)
  }
  asker.close()
  return { asked: all, roundTrip }
}

/** In each round those that have not been asked often enough, or for long enough in all. */
function* roundsOf(group: Asked[], { least, leastForP99, most }: Rounds, enough: number) {
  for (let round = 0; round < most; round++) {
    const due = group.filter((one) => {
      const atLeast = isSearch(one) ? leastForP99 : least
      return round < atLeast || one.whole.sum + one.bare.sum < enough
    })
    if (due.length === 0) return
    yield due
  }
}

/** Of these the 99th percentile is judged, too. */
function isSearch({ question: { group } }: Asked) {
  return group === 'a search' || group === 'a rare word'
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
    return isSearch(some[0]!) ? [median, figure(0.99, 'p99', 'list, p99')] : [median]
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

/** Of what reads every row: the history, the messages, and lists in the order of a related name. */
function slowestScan(engine: string, asked: Asked[]): Figure {
  const [worst] = asked
    .filter(({ question }) => question.readsAll)
    .toSorted((a, b) => b.whole.median - a.whole.median)
  return {
    what: `the slowest list that reads every row, ${engine}, 1,000,000 rows, median`,
    measured: `${quantity(worst!.whole.median)} ms (${worst!.question.name})`,
    limit: `${quantity(worst!.bare.median)} ms: the bare query`,
    value: worst!.whole.median,
    reach: 'scan over 1,000,000',
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

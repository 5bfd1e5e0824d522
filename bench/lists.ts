import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'

import { sql } from 'kysely'

import { prepare } from '../bin/prepare.js'
import { openDatabase } from '../server/database/open.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { newDatabase, startServer, type TestEngine } from '../tests/support/server.ts'
import { ask, signIn } from './ask.ts'
import { printLine, Times } from './measure.ts'
import { questions, type Question } from './questions.ts'

/**
 * `npm run bench:lists` asks the real server for the list of applications in every way that the back
 * office does, with 100,000 made-up ones and with 1,000 beside them, on both engines. It prints the
 * milliseconds until the whole answer is there, compressed as for a browser, and how many times as
 * long that is as the bare query; and fails where a median is past its limit. `--rows 1000000`,
 * `--rounds 200` and `--engine sqlite` choose otherwise.
 */

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '60' },
    engine: { type: 'string' },
  },
})
const [rows, rounds] = [Number(values.rows), Number(values.rounds)]
const engines = (['sqlite', 'postgres'] as const).filter((name) => name === (values.engine ?? name))
if (!(rows >= 1000) || !(rounds >= 1) || engines.length === 0) {
  console.error('Choose 1,000 rows or more, one round or more, and sqlite or postgres')
  process.exit(2)
}

await prepare({ tests: true })
const postgres = engines.includes('postgres') ? await startPostgres() : undefined
const late: string[] = []
try {
  for (const engine of engines) late.push(...(await bench(engine)))
} finally {
  await postgres?.stop()
}
for (const line of late) console.log(`\nPast its limit: ${line}`)
process.exitCode = late.length > 0 ? 1 : 0

/** Measures one engine, prints its table and answers what took too long. */
async function bench(engine: TestEngine) {
  const small = await withApplications(engine, 1000)
  const large = await withApplications(engine, rows)
  const name = engine === 'postgres' ? postgres?.engine : engine
  console.log(`\n${name}: ms with ${rows.toLocaleString('en')} applications, ${rounds} rounds`)
  printLine('', ['median', 'p99', 'bare', 'ratio', 'of 1,000'])
  for (const { question, asked, bare } of large) {
    const before = small.find(({ question: { name } }) => name === question.name)
    printLine(question.name, [
      asked.median.toFixed(1),
      asked.quantile(0.99).toFixed(1),
      bare.median.toFixed(2),
      (asked.median / bare.median).toFixed(1),
      before?.asked.median.toFixed(1) ?? '',
    ])
  }
  return large.flatMap(({ question: { name, limit = Infinity }, asked }) =>
    asked.median > limit ? [`${engine}, ${name}: ${asked.median.toFixed(1)} of ${limit} ms`] : [],
  )
}

/** Asks every question, in rounds, of a server on a new database with so many applications. */
async function withApplications(name: TestEngine, count: number) {
  const { variables, remove } = await newDatabase(name, postgres?.url)
  execFileSync(process.execPath, ['server/seed.ts', '--applications', String(count)], {
    env: { ...process.env, DATABASE_URL: '', ...variables },
    stdio: 'ignore',
  })
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = variables
  const { db, engine } = openDatabase({ databaseUrl, dataDir }, () => {})
  // As PostgreSQL does by itself within some minutes.
  if (databaseUrl) await sql`vacuum analyze`.execute(db)
  const server = await startServer(variables)
  try {
    const token = await signIn(server.url)
    const measured = (await questions(db, engine)).map((question) => ({
      question,
      asked: new Times(),
      bare: new Times(),
    }))
    const answer = ({ path, mostBytes }: Question) =>
      ask(`${server.url}/api${path}`, token, mostBytes)
    const [whole = [], cut = []] = [false, true].map((isCut) =>
      measured.filter(({ question }) => (question.mostBytes !== undefined) === isCut),
    )
    for (const group of [whole, cut]) {
      for (const { question } of group) await answer(question)
      for (let round = 0; round < rounds; round++) {
        for (const { question, asked, bare } of group) {
          await asked.add(() => answer(question))
          await bare.add(question.bare)
        }
      }
    }
    return measured
  } finally {
    await server.stop('SIGTERM')
    await db.destroy()
    await remove()
  }
}

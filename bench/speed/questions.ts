import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { IntakeQuestion, QuestionSet } from '../../contract/intake/intake-questions.ts'
import { storedAnswers, writeExtra } from '../../server/services/extra-column.ts'
import type { TestEngine } from '../../tests/support/server.ts'
import { callApi } from '../http-client.ts'
import { page } from '../queries.ts'
import { compareWithBare } from './compare.ts'
import { enginesOf, engineNames, serverWith, sharedServer } from './engines.ts'
import { median, quantity, type Figure, type Measure, type Setting } from './figure.ts'
import { createIntake, type Server } from './intake-lists.ts'
import { load, perSecond } from './load.ts'

const clients = 16
const intakes = 40

/** Questions of an intake: submissions with answers, a publication meanwhile, and the filter by an option. */
export const questions: Measure = async (setting) => {
  const figures: Figure[] = []
  for (const engine of enginesOf(setting)) {
    figures.push(...(await submissions(engine, setting)), await filter(engine, setting))
  }
  return figures
}

/** Twelve questions that need no file. */
const twelve = Array.from({ length: 12 }, (_, index) => ({
  kind: (['choice', 'yes_no', 'number', 'line'] as const)[index % 4],
  label: `Question ${index + 1}`,
  options: index % 4 === 0 ? ['First', 'Second', 'Third'].map((label) => ({ label })) : [],
}))

function answerTo({ kind, options }: IntakeQuestion) {
  if (kind === 'choice') return options[1]!._id
  if (kind === 'yes_no') return true
  return kind === 'number' ? 12 : 'An answer of some words'
}

async function submissions(engine: TestEngine, setting: Setting): Promise<Figure[]> {
  const server = await serverWith(engine, setting)
  const [rounds, seconds] = setting.quick ? [3, 2] : [5, 5]
  try {
    const [{ _id: plain }, { _id: asking }] = [
      await createIntake(server, 0),
      await createIntake(server, 0),
    ]
    const { number, questions: asked } = await publish(server, asking, twelve)
    const extra = Object.fromEntries(asked.map((one) => [one._id, answerTo(one)]))
    const send = async (submission: object, time = seconds) =>
      load({ url: server.url, clients, seconds: time, what: { submission } })
    await send({ intake: plain }, 2)
    const [without, withAnswers]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      without.push(perSecond(await send({ intake: plain })))
      withAnswers.push(perSecond(await send({ intake: asking, questionSet: number, extra })))
    }
    const [bare, measured] = [median(without), median(withAnswers)]
    return [
      {
        what: `submissions with 12 answers, ${engineNames[engine]}`,
        measured: `${quantity(measured)} a second`,
        limit: `${quantity(bare)} a second: without questions`,
        value: bare / measured,
        target: 'submissions with answers',
      },
      await publishMeanwhile(server, asking, () =>
        send({ intake: asking, questionSet: number, extra }),
      ),
    ]
  } finally {
    await server.close()
  }

  async function publishMeanwhile(
    { db }: Server,
    intake: string,
    sendAll: () => ReturnType<typeof load>,
  ): Promise<Figure> {
    const count = async () => {
      const rows = db.selectFrom('attachments').where('intake', '=', intake)
      const { found } = await rows
        .select(({ fn }) => fn.countAll<number>().as('found'))
        .executeTakeFirstOrThrow()
      return found
    }
    const before = await count()
    const done = new AbortController()
    let published = 0
    const sending = sendAll().finally(() => done.abort())
    while (!done.signal.aborted) {
      await publish(server, intake, [
        ...twelve.slice(0, 11),
        { ...twelve[11]!, label: `Other ${published}` },
      ])
      published++
      await sleep(100)
    }
    const { answered } = await sending
    const sent = Object.values(answered).reduce((sum, some) => sum + some, 0)
    const lost = Math.abs((await count()) - before - (answered[201] ?? 0))
    return {
      what: `applications refused or lost while questions are published, ${engineNames[engine]}`,
      measured: `${sent - (answered[201] ?? 0) + lost} of ${quantity(sent)}, ${published} publications`,
      limit: 'none',
      value: sent - (answered[201] ?? 0) + lost,
      target: 'refused by a publication',
    }
  }
}

/** A page of the applications of one of 40 intakes that have chosen an option. */
async function filter(engine: TestEngine, setting: Setting): Promise<Figure> {
  const rows = setting.quick ? 100_000 : 1_000_000
  const server = await sharedServer(engine, setting, rows)
  const { _id: intake } = await createIntake(server, 0)
  const set = await publish(server, intake, twelve)
  const [question] = set.questions
  const option = question!.options[1]!._id
  await server.engine.withoutTimeout(async () => {
    await answerAll(server, intake, set)
    // As autovacuum would within some minutes.
    if (engine === 'postgres') await sql`vacuum analyze`.execute(server.db)
  })
  const hasChosen = sql`question = ${question!._id} and value = ${option} and is_archived = false`
  const [measured] = await compareWithBare(server, [
    {
      path: `/admin/attachments?view=active&intake=${intake}&q_${question!._id}=${option}&limit=25`,
      bare: () => page(server.db, sql`extra_values`, hasChosen),
    },
  ])
  await sql`delete from extra_values`.execute(server.db)
  const { whole, bare } = measured!
  return {
    what: `applications by a chosen option, ${engineNames[engine]}, ${rows.toLocaleString('en')} rows, median`,
    measured: `${quantity(whole.median)} ms`,
    limit: `${quantity(bare.median)} ms: the bare query`,
    value: whole.median,
    target: 'filter by an option',
  }
}

/**
 * Gives every application an answer to a question, a third of them the second option. Those of `intake` are
 * a fortieth of all, and have an answer to each of its questions.
 */
async function answerAll(
  { db }: Server,
  intake: string,
  { number, questions: asked }: QuestionSet,
) {
  const [question] = asked
  const [other, option] = question!.options.map(({ _id }) => _id)
  const answers = Object.fromEntries(asked.map((one) => [one._id, answerTo(one)]))
  const extra = writeExtra(storedAnswers({ number, questions: asked }, answers))
  await sql`insert into extra_values (_id, question, value, is_accepted, is_archived)
    select _id, case when row % ${intakes} = 0 then ${question!._id} else 'other ' || (row % ${intakes}) end,
      case when row % 3 = 0 then ${option} else ${other} end, is_accepted, is_archived
    from (select _id, is_accepted, is_archived, row_number() over (order by _id) as row
      from attachments) as rows`.execute(db)
  await sql`update attachments set intake = ${intake}, extra = ${extra}
    where _id in (select _id from extra_values where question = ${question!._id})`.execute(db)
}

async function publish(server: Server, intake: string, asked: object[]) {
  const path = `/admin/intakes/${intake}/questions`
  const { draft } = (await callApi(server, 'GET', path)) as {
    draft: { questions: IntakeQuestion[]; updatedAt: string | null }
  }
  const known = asked.map((one, index) => ({ ...draft.questions[index], ...one }))
  const kept = known.map((one, index) => {
    const options = draft.questions[index]?.options
    return options && options.length > 0 ? { ...one, options } : one
  })
  await callApi(server, 'PUT', path, { questions: kept, updatedAt: draft.updatedAt })
  return (await callApi(server, 'POST', `${path}/publish`)) as QuestionSet
}

import { newDatabase, startServer, type TestEngine } from '../../tests/support/server.ts'
import { choicesAt, compare, sendApplicants } from '../../tests/support/concurrent-applicants.ts'
import { onBothEngines } from './finding.ts'

const rounds = 25
const clients = 16

/** Kills the server with SIGKILL during submissions, repeatedly. */
export const kill = onBothEngines(examine)

async function examine(name: string, engine: TestEngine, postgresUrl: string | undefined) {
  const { variables, remove } = await newDatabase(engine, postgresUrl)
  const total = { acknowledged: 0, unanswered: 0, lost: 0 }
  let server = await startServer(variables)
  for (let round = 0; round < rounds; round++) {
    const applicants = sendApplicants(server.url, clients, await choicesAt(server.url))
    await applicants.receipts(1 + Math.floor(Math.random() * 200))
    await server.stop('SIGKILL')
    await applicants.stop()
    server = await startServer(variables)
    const { lost, changed, doubled } = await compare(server.url, applicants)
    total.acknowledged += applicants.acknowledged.size
    total.unanswered += applicants.sent.size - applicants.acknowledged.size
    total.lost += lost + changed + doubled
  }
  await server.stop('SIGTERM')
  await remove()
  return {
    what: `SIGKILL in the middle of submissions, ${name}`,
    tried: rounds,
    lost: total.lost,
    note: `${total.acknowledged} acknowledged, ${total.unanswered} without an answer and sent again`,
  }
}

import { compareEmails, mailSettings } from '../../tests/support/sent-emails.ts'
import { startMailServer, type Behaviour } from '../../tests/support/mail-server.ts'
import { newDatabase, startServer, type TestEngine } from '../../tests/support/server.ts'
import { choicesAt, sendApplicants } from '../../tests/support/concurrent-applicants.ts'
import type { Examine } from './finding.ts'

const rounds = 10
const clients = 8
/** Longer than the lease of a dead process on a message, half a minute. */
const secondsToCatchUp = 200

/** Kills servers while they send to a slow mail server that sometimes refuses. */
export const mail: Examine = async (postgresUrl) => [
  await examine('SQLite', 'sqlite', undefined, 1),
  await examine('PostgreSQL, two servers', 'postgres', postgresUrl, 2),
]

async function examine(
  name: string,
  engine: TestEngine,
  postgresUrl: string | undefined,
  processes: number,
) {
  const { variables, remove } = await newDatabase(engine, postgresUrl)
  const mailServer = await startMailServer(unreliable())
  const start = () =>
    startServer({ ...variables, ...mailSettings(mailServer), LOG_LEVEL: 'silent' })
  const startAll = () => Promise.all(Array.from({ length: processes }, start))
  let servers = await startAll()
  for (let round = 0; round < rounds; round++) {
    const { url } = servers[round % processes]!
    const applicants = sendApplicants(url, clients, await choicesAt(url))
    await applicants.receipts(50)
    await applicants.stop()
    await mailServer.arrivals(mailServer.arrived.length + 1 + Math.floor(Math.random() * 30))
    await Promise.all(servers.map(({ stop }) => stop('SIGKILL')))
    servers = await startAll()
  }
  const { lost, wrong, repeated } = await compareEmails(
    servers[0]!.url,
    mailServer,
    secondsToCatchUp,
  )
  for (const { stop } of servers) await stop('SIGTERM')
  const { length } = mailServer.arrived
  await mailServer.stop()
  await remove()
  return {
    what: `SIGKILL in the middle of sending mail, ${name}`,
    tried: rounds * processes,
    lost: lost + wrong + Math.max(0, repeated - rounds * processes),
    note: `${length} mails arrived, ${repeated} of them again under the same id`,
  }
}

/** Each mail takes 10 to 30 ms; some recipients once get a temporary refusal or a hang-up. */
function unreliable() {
  const treatedBadly = new Set<string>()
  return (to: string): Behaviour => {
    const chance = treatedBadly.has(to) ? 1 : Math.random()
    if (chance < 0.03) treatedBadly.add(to)
    if (chance < 0.02) return { recipient: '450 4.2.1 Later' }
    if (chance < 0.03) return { middle: 'hang up' }
    return { slow: 10 + Math.random() * 20 }
  }
}

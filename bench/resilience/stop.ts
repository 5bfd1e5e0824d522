import { connect } from 'node:net'

import { newDatabase, startServer, type TestEngine } from '../../tests/support/server.ts'
import { choicesAt, compare, sendApplicants } from '../../tests/support/concurrent-applicants.ts'
import { onBothEngines } from './finding.ts'

const rounds = 5
const mostSeconds = 10

/** Stops the server during submissions, with idle and unfinished connections open. */
export const stop = onBothEngines(examine)

async function examine(name: string, engine: TestEngine, postgresUrl: string | undefined) {
  const { variables, remove } = await newDatabase(engine, postgresUrl)
  let [wrong, longest, acknowledged] = [0, 0, 0]
  let server = await startServer(variables)
  for (let round = 0; round < rounds; round++) {
    const isSlow = round === 0 // one client never finishes its request
    const sockets = idleConnections(server.url, isSlow)
    const applicants = sendApplicants(server.url, 16, await choicesAt(server.url))
    await applicants.receipts(100)
    const requested = Date.now()
    const code = await server.stop('SIGTERM')
    const seconds = (Date.now() - requested) / 1000
    await applicants.stop()
    for (const socket of sockets) socket.destroy()
    server = await startServer(variables)
    const { lost, changed, doubled } = await compare(server.url, applicants)
    wrong += lost + changed + doubled
    if (code !== 0 || seconds > mostSeconds) wrong++
    longest = Math.max(longest, seconds)
    acknowledged += applicants.acknowledged.size
  }
  await server.stop('SIGTERM')
  await remove()
  return {
    what: `SIGTERM in the middle of submissions, ${name}`,
    tried: rounds,
    lost: wrong,
    note: `exit code 0 after at most ${longest.toFixed(1)} s; ${acknowledged} acknowledged`,
  }
}

/** Silent connections, an idle one after an answer, and one with an unfinished body. */
function idleConnections(url: string, isSlow: boolean) {
  const { hostname, port } = new URL(url)
  const open = (text = '') => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(text)
    return socket
  }
  const head = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
  return [
    ...Array.from({ length: 20 }, () => open()),
    open('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'),
    ...(isSlow ? [open(`${head}content-length: 1000\r\n\r\n{`)] : []),
  ]
}

import { connect, type Socket } from 'node:net'

import { newDatabase, startServer } from '../../tests/support/server.ts'
import {
  choicesAt,
  compare,
  readPages,
  sendApplicants,
} from '../../tests/support/concurrent-applicants.ts'
import { until } from '../cluster/program.ts'
import type { Examine } from './finding.ts'

const each = 1000
const mostSeconds = 70

const head = 'POST /api/users/industrial-attachments HTTP/1.1\r\nhost: x\r\n'
/** The first bytes, and the byte repeated every second: nothing, in headers, in a body. */
const kinds: [first: string, then: string][] = [
  ['', ''],
  [head, 'x'],
  [`${head}content-type: application/json\r\ncontent-length: 9999\r\n\r\n`, ' '],
]

/** Holds thousands of silent or slow connections open while other clients apply and read. */
export const slowClients: Examine = async () => {
  const { variables, remove } = await newDatabase('sqlite', undefined)
  const server = await startServer({ ...variables, LOG_LEVEL: 'silent' })
  const applicants = sendApplicants(server.url, 4, await choicesAt(server.url))
  const readers = readPages(server.url, 4, ['/', '/industrial-attachment/apply', '/healthz'])

  const { hostname, port } = new URL(server.url)
  const lasted: number[] = []
  const opened = Date.now()
  const sockets = kinds.map(([first]) => Array.from({ length: each }, () => open(first)))
  const dribble = setInterval(() => {
    for (const [index, [, then]] of kinds.entries()) {
      for (const socket of sockets[index]!) if (then && socket.writable) socket.write(then)
    }
  }, 1000)
  await until(
    'all slow connections are closed',
    mostSeconds + 30,
    async () => lasted.length === each * kinds.length,
  )
  clearInterval(dribble)
  await applicants.stop()
  await readers.stop()
  const { lost, changed, doubled } = await compare(server.url, applicants)
  await server.stop('SIGTERM')
  await remove()

  const late = lasted.filter((seconds) => seconds > mostSeconds).length
  const failures = applicants.failures.length + readers.failures.length
  return [
    {
      what: 'Connections that send nothing, or byte by byte',
      tried: lasted.length,
      lost: late + failures + lost + changed + doubled,
      note: `cut off after at most ${Math.max(...lasted).toFixed(0)} s; meanwhile ${applicants.acknowledged.size} applications and ${readers.requests()} pages were answered`,
    },
  ]

  function open(first: string): Socket {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.on('close', () => lasted.push((Date.now() - opened) / 1000))
    socket.resume()
    socket.write(first)
    return socket
  }
}

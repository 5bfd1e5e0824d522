import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

import type { ErrorResponse } from '../../contract/error-response.ts'
import { sendError } from './error-handler.ts'
import { securityHeaders } from './security-headers.ts'

const malformed: [status: number, message: string] = [400, 'This request is malformed.']

/** By the code of Node's error; everything else is malformed. */
const answers: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The address or the headers of this request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'This request took too long to arrive. Please try again.'],
}

/** Answers on the connection itself what never becomes a request, and ends the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const { status, headers, body } = answerTo(...(answers[error.code ?? ''] ?? malformed))
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroy(error)
}

/** Answers in the same way what Node itself would refuse without a word. */
export function answerUnmet(app: FastifyInstance) {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = answerTo(417, 'This request expects too much.')
    response.writeHead(status, headers).end(body)
  })
  // Where the host is missing: `requireHostHeader` is off, because its answer has no headers.
  app.addHook('onRequest', ({ raw, host }, reply, done) => {
    const isNamed = raw.headers.host ? isHost(host) : raw.httpVersion === '1.0'
    if (isNamed) done()
    else sendError(reply.header('connection', 'close'), ...malformed)
  })
}

/** Whether addresses can be made with it. */
function isHost(host: string) {
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`)
}

function answerTo(status: number, message: string) {
  const body = JSON.stringify({ message, error: message } satisfies ErrorResponse)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
    ...securityHeaders('/'),
  }
  return { status, headers, body }
}

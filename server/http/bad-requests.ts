import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

import type { ErrorResponse } from '../../contract/error-response.ts'
import { sendError } from './error-handler.ts'
import { securityHeaders } from './security-headers.ts'

const malformed: [status: number, message: string] = [400, 'This request is malformed.']

/** Answers by the error code of Node. Any other code means a malformed request. */
const answers: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The address or the headers of this request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'This request took too long to arrive. Please try again.'],
}

/** Fastify's `clientErrorHandler`: answers bytes that never become a request, then disconnects. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) {
    const { status, headers, body } = answerTo(...(answers[error.code ?? ''] ?? malformed))
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroy(error)
}

/** Rejects an `Expect` or a `Host` header that cannot be met, with the usual headers and JSON. */
export function rejectBadRequests(app: FastifyInstance) {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = answerTo(417, 'This request expects too much.')
    response.writeHead(status, headers).end(body)
  })
  // Node's own check (`requireHostHeader`) is off, because its answer has no security headers.
  app.addHook('onRequest', ({ raw, host }, reply, done) => {
    const hasHost = raw.headers.host ? isHost(host) : raw.httpVersion === '1.0'
    if (hasHost) done()
    else sendError(reply.header('connection', 'close'), ...malformed)
  })
}

/** Whether URLs can be built with this host name. */
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

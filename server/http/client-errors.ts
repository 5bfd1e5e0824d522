import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import type { Problem } from '../../contract/errors.ts'

/** By the code of Node's error; everything else is malformed. */
const answers: Record<string, [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The address or the headers of this request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'This request took too long to arrive. Please try again.'],
}

/** Answers on the connection itself what never becomes a request, and ends the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = answers[error.code ?? ''] ?? [400, 'This request is malformed.']
  const problem: Problem = { message, error: message }
  const body = JSON.stringify(problem)
  if (socket.writable) {
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
  socket.destroy(error)
}

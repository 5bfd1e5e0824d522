import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect, onTestFinished, test } from 'vitest'

import { listenLocally } from '../../tests/support/port.ts'
import { answerClientError } from './bad-requests.ts'

test('a request that times out is answered with a sentence', async () => {
  const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  const server = createServer((socket) => {
    socket.on('error', () => {})
    answerClientError(error, socket)
  })
  onTestFinished(() => void server.close())
  const socket = connect(await listenLocally(server), '127.0.0.1')
  await once(socket, 'connect')
  const [head, body = ''] = (await text(socket)).split('\r\n\r\n')

  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  const sentence = 'This request took too long to arrive. Please try again.'
  expect(JSON.parse(body)).toEqual({ message: sentence, error: sentence })
})

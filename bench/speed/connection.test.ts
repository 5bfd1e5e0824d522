import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { Connection } from './connection.ts'

let server: Server
let connection: Connection

beforeEach(async () => {
  server = createServer((request, response) => {
    const [, kind, size] = request.url!.split('/')
    const body = 'x'.repeat(Number(size))
    response.statusCode = kind === 'missing' ? 404 : 200
    if (kind === 'broken') request.socket.destroy()
    else if (kind === 'chunked') {
      response.write(body)
      // The last chunk arrives by itself.
      setTimeout(() => response.end(), 20)
    } else response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  connection = new Connection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

afterEach(() => {
  connection.close()
  server.close()
})

const paths = ['/plain/10', '/plain/300000', '/chunked/10', '/chunked/300000', '/missing/0']

test.each(paths)('the answer to %s ends before the next request', async (path) => {
  expect(await connection.send(get(path))).toBe(path === '/missing/0' ? 404 : 200)
  expect(await connection.send(get('/missing/5'))).toBe(404)
  expect(await connection.send(get('/plain/5'))).toBe(200)
})

test('a closed connection answers 0', async () => {
  expect(await connection.send(get('/broken/0'))).toBe(0)
  expect(connection.isClosed).toBe(true)
})

function get(path: string) {
  return `GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`
}

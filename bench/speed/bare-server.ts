import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** Sends one file to whoever asks: `bare-server.ts FILE PORT`. */
const [file = '', port] = process.argv.slice(2)
const body = readFileSync(file)
const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }
createServer((_request, response) => {
  response.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
}).listen(Number(port), '127.0.0.1')

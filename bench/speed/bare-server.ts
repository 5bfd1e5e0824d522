import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** Serves one file, with the headers of another file: `bare-server.ts FILE HEADERS PORT`. */
const [file = '', headersFile = '', port] = process.argv.slice(2)
const body = readFileSync(file)
const headers = JSON.parse(readFileSync(headersFile, 'utf8')) as Record<string, string>
createServer((_request, response) => {
  response.writeHead(200, headers).end(body)
}).listen(Number(port), '127.0.0.1')

import { randomUUID } from 'node:crypto'
import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * The least that a server in Node does to keep a file that can be resumed and is checked. It commits a
 * row, writes and syncs the file and its folder, commits the offset, reads the file again for its hash,
 * gives it its last name, and commits the document. It checks nothing. The folder is the argument. The
 * page is a text of the size of the compressed form.
 */
const folder = process.argv[2]!
const page = Buffer.alloc(12_000, 'x')
const db = new DatabaseSync(join(folder, 'bare.sqlite'))
db.exec('pragma journal_mode = wal; pragma synchronous = full; create table files (name)')
const insert = db.prepare('insert into files values (?)')

const server = createServer((request, response) => {
  if (request.method === 'GET') response.end(page)
  else void keep(request).then(() => response.writeHead(201, { 'content-length': 0 }).end())
})
server.listen(0, '127.0.0.1', () => {
  process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

async function keep(bytes: AsyncIterable<Buffer>) {
  const path = join(folder, randomUUID())
  insert.run(path)
  await writeFile(path, bytes)
  await sync(path)
  await sync(folder)
  insert.run(path)
  const content = await readFile(path)
  await crypto.subtle.digest('SHA-256', content)
  await rename(path, `${path}.pdf`)
  await sync(folder)
  insert.run(path)
}

async function sync(path: string) {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}

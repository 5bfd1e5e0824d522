import { createServer, type Socket } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { listenLocally } from './port.ts'

const terminate = 'X'.charCodeAt(0)
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 'I'.charCodeAt(0)])
const sync = Buffer.from([0x53, 0, 0, 0, 4])

/**
 * A new PGlite database behind a socket, so that `pg` can talk to it. PGlite is one session: the
 * connections take turns at it, each for a whole statement or transaction. (PGlite's own socket
 * server changes turns between the messages of a statement, and loses rows by it.)
 */
export async function servePglite(): Promise<{ url: string; stop: () => Promise<void> }> {
  const database = await PGlite.create()
  const takeTurn = turns()
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, async (socket) => {
    sockets.add(socket)
    await serve(socket, database, takeTurn).catch(() => {}) // the client is gone
    sockets.delete(socket.destroy())
  })
  const port = await listenLocally(server)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await database.close()
    },
  }
}

async function serve(socket: Socket, database: PGlite, takeTurn: () => Promise<() => void>) {
  let endTurn: (() => void) | undefined
  try {
    for await (const message of messagesOf(socket)) {
      if (message[0] === terminate) return
      endTurn ??= await takeTurn()
      const answer = Buffer.from(await database.execProtocolRaw(message))
      socket.write(answer)
      if (!answer.subarray(-readyForQuery.length).equals(readyForQuery)) continue
      endTurn()
      endTurn = undefined
    }
  } finally {
    if (endTurn) await rollBack(database).finally(endTurn)
  }
}

/** What a client that went away in the middle left open. */
async function rollBack(database: PGlite) {
  await database.execProtocolRaw(sync)
  await database.exec('rollback')
}

/** Only the first message of a connection has no type byte before its length. */
async function* messagesOf(socket: Socket) {
  let rest = Buffer.alloc(0)
  let type = 0
  for await (const chunk of socket) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= type + 4 && rest.length >= type + rest.readInt32BE(type)) {
      const end = type + rest.readInt32BE(type)
      yield rest.subarray(0, end)
      rest = rest.subarray(end)
      type = 1
    }
  }
}

/** Answers a function that waits for its caller's turn and answers the function that ends it. */
function turns() {
  let last = Promise.resolve()
  return () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const turn = last.then(() => resolve)
    last = promise
    return turn
  }
}

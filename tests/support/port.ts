import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Lets the server listen on a free port of the loopback interface and answers the port. */
export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

/** A port that is free now, for a program that cannot choose one itself. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  const port = await listenLocally(server)
  server.close()
  return port
}

/** A port at which nobody listens: a privileged one, which no program is given by chance. */
export const deadPort = 1

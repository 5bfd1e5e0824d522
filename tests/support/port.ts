import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Listens on a free port of the loopback interface and returns the port. */
export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

/** Finds a free port, for a program that cannot choose one itself. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  const port = await listenLocally(server)
  server.close()
  return port
}

/** A port without a listener: it is privileged, so no program gets it by chance. */
export const deadPort = 1

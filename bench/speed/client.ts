import { Connection } from './connection.ts'

/**
 * A process that asks a server one question after the other, and does nothing else, so that no other
 * work of the benchmark is taken for waiting: `asker.ts URL`. It gets lists of whole requests and
 * answers their Replies.
 */

export interface Reply {
  status: number
  /** Until the whole answer was there. */
  milliseconds: number
}

const [url = ''] = process.argv.slice(2)
const connection = new Connection(url)

process.on('message', async (requests: string[]) => {
  const replies: Reply[] = []
  for (const request of requests) {
    const began = performance.now()
    const status = await connection.ask(request)
    replies.push({ status, milliseconds: performance.now() - began })
  }
  process.send!(replies)
})

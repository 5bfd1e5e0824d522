import { Connection } from './connection.ts'

/**
 * HTTP client in a process of its own (`client.ts URL`), so that no other work of the benchmark adds
 * to the latency. It receives lists of requests and sends their Replies.
 */

export interface Reply {
  status: number
  /** Latency of the whole answer. */
  milliseconds: number
}

const [url = ''] = process.argv.slice(2)
const connection = new Connection(url)

process.on('message', async (requests: string[]) => {
  const replies: Reply[] = []
  for (const request of requests) {
    const began = performance.now()
    const status = await connection.send(request)
    replies.push({ status, milliseconds: performance.now() - began })
  }
  process.send!(replies)
})

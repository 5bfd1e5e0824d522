import { setTimeout as sleep } from 'node:timers/promises'

import { Times } from '../timing.ts'
import { Connection } from './connection.ts'
import { pageRequests, repeatedRequests, submissionRequests, uploadRequests } from './requests.ts'

/**
 * Load generator in a process of its own, so that its processor time does not count as the server's.
 * It receives Tasks, runs them at the same time, and sends their Outcomes.
 */

export interface Task {
  url: string
  /** Concurrent clients. */
  clients: number
  seconds: number
  /** Further servers with the same database; clients are spread over all servers. */
  alsoTo?: string[]
  /**
   * Each client sends submissions (with these further fields) or files one after the other, reads a
   * compressed page, or sends these requests again and again.
   */
  what:
    | 'submissions'
    | 'uploads'
    | { submission: object }
    | { page: string }
    | { requests: string[] }
  /** Open-loop schedule: requests that start in each second. By default closed-loop. */
  perSecond?: number[]
  /** How fast each client sends. By default as fast as it can. */
  bytesPerSecond?: number
  /** Seconds after the end at which late requests of a schedule are given up. By default never. */
  giveUpAfter?: number
}

export interface Outcome {
  /** Answers by status; 0 means no answer. */
  answered: Record<number, number>
  /** Requests of the schedule that were given up. */
  unsent: number
  /** Latency in milliseconds of successful requests. */
  succeeded: { median: number; p99: number }
  seconds: number
}

process.on('message', async (tasks: Task[]) => {
  const requests = await Promise.all(tasks.map(requestsOf))
  process.send!(await Promise.all(tasks.map((task, index) => run(task, requests[index]!))))
})

async function run(task: Task, nextRequest: () => string | Buffer): Promise<Outcome> {
  const { url, clients, seconds, perSecond, bytesPerSecond, giveUpAfter = Infinity } = task
  const urls = [url, ...(task.alsoTo ?? [])]
  const answered: Record<number, number> = {}
  const succeeded = new Times()
  const began = performance.now()
  const end = began + seconds * 1000
  const schedule = perSecond && timetable(perSecond)
  let next = 0
  let unsent = 0

  const client = async (_client: unknown, index: number) => {
    const server = urls[index % urls.length]!
    let connection: Connection | undefined
    // Slow clients begin one after the other, so that they do not end at the same time.
    if (bytesPerSecond) {
      await sleep((index / clients) * (nextRequest().length / bytesPerSecond) * 1000)
    }
    for (;;) {
      let due = performance.now()
      if (schedule) {
        const at = schedule[next++]
        if (at === undefined) break
        if (due > end + giveUpAfter * 1000) {
          unsent++
          continue
        }
        due = began + at
        const early = due - performance.now()
        if (early > 0) await sleep(early)
      } else if (due >= end) break
      // Opened late, because the server closes connections on which no request begins.
      if (!connection || connection.isClosed) connection = new Connection(server)
      const status = await connection.send(nextRequest(), bytesPerSecond)
      answered[status] = (answered[status] ?? 0) + 1
      if (status >= 200 && status < 300) succeeded.record(performance.now() - due)
    }
    connection?.close()
  }
  await Promise.all(Array.from({ length: clients }, client))
  return {
    answered,
    unsent,
    succeeded: { median: succeeded.median, p99: succeeded.quantile(0.99) },
    seconds: (performance.now() - began) / 1000,
  }
}

async function requestsOf({ url, what }: Task) {
  if (what === 'submissions') return submissionRequests(url)
  if (what === 'uploads') return uploadRequests()
  if ('submission' in what) return submissionRequests(url, what.submission)
  return 'page' in what ? pageRequests(what.page) : repeatedRequests(what.requests)
}

/** Start times of requests in milliseconds, evenly spread over each second. */
function timetable(perSecond: number[]) {
  return perSecond.flatMap((count, second) =>
    Array.from({ length: count }, (_, index) => 1000 * (second + index / count)),
  )
}

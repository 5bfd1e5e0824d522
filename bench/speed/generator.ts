import { setTimeout as sleep } from 'node:timers/promises'

import { secondsToWait } from '../../server/http/load-shedding.ts'
import { Times } from '../timing.ts'
import { Connection } from './connection.ts'
import { pageRequests, submissionRequests } from './requests.ts'

/** Milliseconds of `Retry-After` in a 503. */
const wait = secondsToWait * 1000

/**
 * Load generator in a process of its own, so that its processor time does not count as the server's.
 * It receives a Task and sends an Outcome.
 */

export interface Task {
  url: string
  /** Concurrent clients. */
  clients: number
  seconds: number
  /** Each client sends submissions one after the other, or reads a compressed page. */
  what: 'submissions' | { page: string; encoding?: string }
  /** Open-loop schedule: requests that start in each second. By default closed-loop. */
  perSecond?: number[]
}

export interface Outcome {
  /** Answers by status; 0 means no answer. */
  answered: Record<number, number>
  /** Latency in milliseconds of successful and of other requests. */
  succeeded: Quantiles
  refused: Quantiles
  seconds: number
  /** Share of a processor that this process used. */
  share: number
}

interface Quantiles {
  median: number
  p99: number
  most: number
}

process.on('message', async (task: Task) => {
  process.send!(await run(task))
})

async function run({ url, clients, seconds, what, perSecond }: Task): Promise<Outcome> {
  const nextRequest =
    what === 'submissions' ? await submissionRequests(url) : pageRequests(what.page, what.encoding)
  const answered: Record<number, number> = {}
  const [succeeded, refused] = [new Times(), new Times()]
  const began = performance.now()
  const cpu = process.cpuUsage()
  const end = began + seconds * 1000
  const schedule = perSecond && timetable(perSecond)
  let next = 0

  const client = async () => {
    let connection = new Connection(url)
    for (;;) {
      let due = performance.now()
      if (schedule) {
        const at = schedule[next++]
        if (at === undefined) break
        due = began + at
        const early = due - performance.now()
        if (early > 0) await sleep(early)
      } else if (due >= end) break
      const status = await connection.send(nextRequest())
      answered[status] = (answered[status] ?? 0) + 1
      const times = status >= 200 && status < 300 ? succeeded : refused
      times.record(performance.now() - due)
      if (connection.isClosed) connection = new Connection(url)
      if (status === 503 && !schedule) {
        await sleep(Math.max(0, Math.min(wait, end - performance.now())))
      }
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: clients }, client))
  const used = process.cpuUsage(cpu)
  const took = performance.now() - began
  return {
    answered,
    succeeded: quantiles(succeeded),
    refused: quantiles(refused),
    seconds: took / 1000,
    share: (used.user + used.system) / 1000 / took,
  }
}

/** Start times of requests in milliseconds, evenly spread over each second. */
function timetable(perSecond: number[]) {
  return perSecond.flatMap((count, second) =>
    Array.from({ length: count }, (_, index) => 1000 * (second + index / count)),
  )
}

function quantiles(times: Times): Quantiles {
  return { median: times.median, p99: times.quantile(0.99), most: times.quantile(1) }
}

import { setTimeout as sleep } from 'node:timers/promises'

import { secondsToWait } from '../../server/http/load-shedding.ts'
import { Times } from '../timing.ts'
import { Connection } from './connection.ts'
import { pageRequests, submissionRequests } from './requests.ts'

/** Milliseconds, as `Retry-After` asks those who are turned away. */
const wait = secondsToWait * 1000

/**
 * A process that asks a server for as long as it is told to: of its own, so that what it costs is not
 * taken for the server's. It gets a Task and answers an Outcome.
 */

export interface Task {
  url: string
  /** How many ask at the same time. */
  clients: number
  seconds: number
  /** Applications are sent by one after the other; or a page is read, compressed. */
  what: 'submissions' | { page: string }
  /** How many are to begin in each second, spread over it; by default as many as are answered. */
  perSecond?: number[]
}

export interface Outcome {
  /** How many were answered so, by status; 0 where there was no answer. */
  answered: Record<number, number>
  /** Milliseconds until the answer of those that succeeded, and of those that were turned away. */
  succeeded: Quantiles
  refused: Quantiles
  seconds: number
  /** Of a processor, how much this process used. */
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
    what === 'submissions' ? await submissionRequests(url) : pageRequests(what.page)
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
      const status = await connection.ask(nextRequest())
      answered[status] = (answered[status] ?? 0) + 1
      const times = status >= 200 && status < 300 ? succeeded : refused
      times.note(performance.now() - due)
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

/** The milliseconds after the beginning at which one is due, spread evenly over each second. */
function timetable(perSecond: number[]) {
  return perSecond.flatMap((count, second) =>
    Array.from({ length: count }, (_, index) => 1000 * (second + index / count)),
  )
}

function quantiles(times: Times): Quantiles {
  return { median: times.median, p99: times.quantile(0.99), most: times.quantile(1) }
}

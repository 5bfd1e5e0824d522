import { Times } from '../timing.ts'
import { Connection } from './connection.ts'
import { authorizedRequest } from './requests.ts'

/** A request of the back office, and the best SQL for the same rows without the server. */
export interface Comparable {
  /** Path below `/api`. */
  path: string
  bare: () => Promise<unknown>
  /** A p99 needs more rounds, so that it is not the maximum. */
  needsP99?: boolean
}

export interface Compared<Query> {
  query: Query
  whole: Times
  bare: Times
}

/** Rounds of each query, and milliseconds in total after which it has no further round. */
interface Rounds {
  least: number
  leastForP99: number
  most: number
  enough: number
}

/** V8 runs new code several times slower. */
const warmUp: Rounds = { least: 1, leastForP99: 10, most: 50, enough: 100 }
const rounds: Rounds = { least: 5, leastForP99: 100, most: 500, enough: 400 }

/** Measures the latency of each whole compressed answer, and that of the bare query. */
export async function compareWithBare<Query extends Comparable>(
  server: { url: string; token: string },
  queries: Query[],
) {
  await runRounds(server, queries, warmUp)
  return runRounds(server, queries, rounds)
}

/**
 * In each round all queries run through the server, then all bare queries, so that neither waits for
 * the other one's garbage collection.
 */
async function runRounds<Query extends Comparable>(
  { url, token }: { url: string; token: string },
  queries: Query[],
  { least, leastForP99, most, enough }: Rounds,
) {
  const all = queries.map((query) => ({ query, whole: new Times(), bare: new Times() }))
  const connection = new Connection(url)
  for (let round = 0; round < most; round++) {
    const due = all.filter(
      ({ query, whole, bare }) =>
        round < (query.needsP99 ? leastForP99 : least) || whole.sum + bare.sum < enough,
    )
    if (due.length === 0) break
    for (const { query, whole } of due) {
      const path = `/api${query.path}`
      const request = authorizedRequest(path, token)
      await whole.add(async () => {
        const status = await connection.send(request)
        if (status !== 200) throw new Error(`${path} was answered ${status}`)
      })
    }
    for (const { query, bare } of due) await bare.add(query.bare)
  }
  connection.close()
  return all as Compared<Query>[]
}

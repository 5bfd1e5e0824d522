import type { TestEngine } from '../../tests/support/server.ts'

/** A row of the table of `npm run resilience`. */
export interface Finding {
  /** The test, in a few words. */
  what: string
  /** Number of attempts. */
  tried: number
  /** Number of lost, doubled or wrong results; should be 0. */
  lost: number
  /** Further figures, or details of a loss. */
  note: string
}

/** One part of `npm run resilience`; `postgresUrl` is the server for `createDatabase`. */
export type Examine = (postgresUrl: string) => Promise<Finding[]>

type ExamineEngine = (
  name: string,
  engine: TestEngine,
  postgresUrl: string | undefined,
) => Promise<Finding>

/** A part that runs once with each engine. */
export function onBothEngines(examine: ExamineEngine): Examine {
  return async (postgresUrl) => [
    await examine('SQLite', 'sqlite', undefined),
    await examine('PostgreSQL', 'postgres', postgresUrl),
  ]
}

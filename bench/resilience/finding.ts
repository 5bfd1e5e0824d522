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

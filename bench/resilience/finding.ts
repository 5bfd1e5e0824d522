/** A line of the table of `npm run resilience`. */
export interface Finding {
  /** What was tried, in a few words. */
  what: string
  /** How often. */
  tried: number
  /** How much of it was lost, doubled, or not as it should be: 0. */
  lost: number
  /** Figures worth knowing, or what was lost. */
  note: string
}

/** One part of `npm run resilience`; `postgresUrl` is that of a server for `createDatabase`. */
export type Examine = (postgresUrl: string) => Promise<Finding[]>

import * as z from 'zod/mini'
import { timestamp } from './fields.ts'

/** A problem on the server, or a warning about its backups, and what to do about it. */
const reportedFinding = z.object({
  /** The title of the check, such as 'Backups'. */
  title: z.string(),
  level: z.enum(['problem', 'warning', 'note']),
  what: z.string(),
  todo: z.string(),
})
export type ReportedFinding = z.output<typeof reportedFinding>

/** The last result of `doctor --mail`, with a backup that has failed since; null if it never ran. */
export const lastChecks = z.nullable(
  z.object({ at: timestamp, findings: z.array(reportedFinding) }),
)

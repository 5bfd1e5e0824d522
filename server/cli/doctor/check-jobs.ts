import type { Database } from '../../database/tables.ts'
import { jobs } from '../../jobs.ts'
import { readRun } from '../../services/last-checks.ts'
import { warningFinding, type Finding } from './finding.ts'

const minute = 60_000

/** Finds jobs that failed, or that no server has run for three of their intervals. */
export async function checkJobs(db: Database, now: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [name, { interval }] of Object.entries(jobs)) {
    const run = await readRun(db, name)
    if (!run) continue
    const { at, count, seconds, problem } = run
    const result = problem ?? `${count} done in ${seconds.toFixed(1)} s`
    // The last run of a frequent job is stored once a minute.
    const isOverdue = now - Date.parse(at) > 3 * Math.max(interval, minute)
    if (isOverdue) {
      const what = `The job ${name} has not run since ${at} (${result})`
      findings.push(warningFinding(what, 'Is the server running? If it is, restart it.'))
    } else if (problem !== null) {
      const todo = 'The server tries again by itself. Its log has the error.'
      findings.push(warningFinding(`The job ${name} failed at ${at}: ${problem}`, todo))
    }
  }
  return findings
}

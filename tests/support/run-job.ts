import { onTestFinished } from 'vitest'

import { onAfterCommit } from '../../server/database/transaction.ts'
import type { Database } from '../../server/database/tables.ts'
import { startJob, type JobFunction } from '../../server/services/job-loop.ts'

interface Options {
  db: Database
  /** Milliseconds between two runs. */
  tick: number
  /** Called when the job begins to fail, and with undefined when it works again. */
  onChange?: (problem: string | undefined) => void
}

/** Runs the job of a queue as the server does, until the test ends. */
export function runQueue(run: JobFunction, { db, tick, onChange = () => {} }: Options) {
  const job = startJob({
    run,
    interval: tick,
    isQueue: true,
    report: ({ problem, isChange }) => {
      if (isChange) onChange(problem ?? undefined)
    },
  })
  onAfterCommit(db, job.wake)
  onTestFinished(job.stop)
  return job
}

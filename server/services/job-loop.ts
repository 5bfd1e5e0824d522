import { describeError } from '../database/connection-errors.ts'

/**
 * The work of one run. Returns the number of items done; the function of a queue does one item at most.
 * The run ends early when the signal is aborted.
 */
export type JobFunction = (signal: AbortSignal) => Promise<number>

export interface JobRun {
  count: number
  seconds: number
  error?: unknown
  /** The message of the error; null after a success. */
  problem: string | null
  /** Whether the run before had another problem, or none. */
  isChange: boolean
}

interface JobParts {
  run: JobFunction
  /** Milliseconds between two runs. */
  interval: number
  /** Milliseconds until the first run. */
  delay?: number | undefined
  /** Whether the next run follows at once if this one did something. */
  isQueue?: boolean | undefined
  /** Called after each run. It does not throw. */
  report: (run: JobRun) => Promise<void> | void
}

/**
 * The polling loop of every job: runs it at its interval and after each call of `wake`, never twice at
 * the same time.
 */
export function startJob({ run, interval, delay = 0, isQueue = false, report }: JobParts) {
  const stopping = new AbortController()
  const { signal } = stopping
  const timers = [setTimeout(wake, delay), setInterval(() => !running && wake(), interval)]
  let running: Promise<void> | undefined
  let isWoken = false
  let lastProblem: string | null = null

  return { wake, stop }

  function wake() {
    isWoken = true
    if (!signal.aborted) running ??= runWhileWoken()
  }

  async function runWhileWoken() {
    while (isWoken && !signal.aborted) {
      isWoken = false
      const result = await runOnce()
      if (isQueue && result.count > 0) isWoken = true
      // A run that was ended early proves nothing.
      if (!signal.aborted) await report({ ...result, isChange: result.problem !== lastProblem })
      lastProblem = result.problem
    }
    running = undefined
  }

  async function runOnce() {
    const began = performance.now()
    const seconds = () => (performance.now() - began) / 1000
    try {
      return { count: await run(signal), seconds: seconds(), problem: null }
    } catch (error) {
      return { count: 0, seconds: seconds(), problem: describeError(error), error }
    }
  }

  /** Waits until the run in progress has ended. */
  async function stop() {
    stopping.abort()
    for (const timer of timers) clearTimeout(timer)
    await running
  }
}

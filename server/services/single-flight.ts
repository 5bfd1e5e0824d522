import { setImmediate } from 'node:timers/promises'

/**
 * Single-flight: calls of one turn of the event loop, and calls during a run, share the next run. So no
 * result is older than its call, and a crowd of requests costs one query.
 */
function shareRuns<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => (next ??= runLater())

  async function runLater() {
    await Promise.all([setImmediate(), running])
    next = undefined
    const result = run()
    running = result.catch(() => {})
    return result
  }
}

/** The runs in progress of `shareRun`, by owner and key. */
const running = new WeakMap<object, Map<string, Promise<unknown>>>()

/** Single-flight: concurrent calls with the same owner and key share one run. */
export function shareRun<T>(owner: object, key: string, run: () => Promise<T>): Promise<T> {
  const runs = running.get(owner) ?? new Map<string, Promise<unknown>>()
  running.set(owner, runs)
  const shared = runs.get(key) ?? run().finally(() => runs.delete(key))
  runs.set(key, shared)
  return shared as Promise<T>
}

/** Options of the readers of what pages show. */
export interface ReaderOptions {
  /** The current time in milliseconds. */
  clock?: () => number
  /** Called when the database cannot be read. */
  onError?: (error: unknown) => void
}

/** Milliseconds to wait for the database, and to go without it after a failure. */
const [timeout, retryAfter] = [1000, 1000]

/**
 * Shares the runs of a read. While the database cannot be reached, the result is the last one, or
 * undefined, and a second passes between two attempts.
 */
export function readOrLast<T>(read: () => Promise<T>, onError: (error: unknown) => void) {
  const share = shareRuns(read)
  let last: T | undefined
  let failedAt = -Infinity
  return async () => {
    if (performance.now() - failedAt < retryAfter) return last
    try {
      last = await share()
    } catch (error) {
      failedAt = performance.now()
      onError(error)
    }
    return last
  }
}

/** Rejects if the database does not answer in time. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(
    () => reject(new Error('The database has not answered in time.')),
    timeout,
  )
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(late)
  }
}

import { setImmediate } from 'node:timers/promises'

/**
 * Single-flight: calls of one turn of the event loop, and calls during a run, share the next run. So no
 * result is older than its call, and a crowd of requests costs one query.
 */
export function shareRuns<T>(run: () => Promise<T>): () => Promise<T> {
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

/** Single-flight: concurrent calls with the same key share one run. */
export function shareByKey<T>(run: (key: string) => Promise<T>) {
  const running = new Map<string, Promise<T>>()
  return (key: string) => {
    let result = running.get(key)
    if (!result) {
      result = run(key).finally(() => running.delete(key))
      running.set(key, result)
    }
    return result
  }
}

/** Rejects if the database does not answer within `timeout` milliseconds. */
export async function inTime<T>(timeout: number, work: Promise<T>): Promise<T> {
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

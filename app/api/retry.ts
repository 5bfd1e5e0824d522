import { ApiError } from './call.ts'

/**
 * True if a request may be retried: 3 times at most, and only after network errors and replies 5xx.
 */
export function retry(failures: number, error: unknown) {
  return failures < 3 && !(error instanceof ApiError && error.status < 500)
}

/** Exponential backoff: milliseconds before the next retry, from 1 second to 30 seconds. */
export function retryDelay(failures: number) {
  return Math.min(1000 * 2 ** failures, 30_000)
}

/** Loads data with retries. Rejects with the last error, or at once when `signal` aborts. */
export async function withRetry<T>(load: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await load()
    } catch (error) {
      if (signal.aborted || !retry(failures, error)) throw error
    }
    await pause(retryDelay(failures), signal)
  }
}

function pause(milliseconds: number, signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

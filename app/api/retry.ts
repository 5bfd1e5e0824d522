import { ApiError } from './call.ts'

/** Retries a load up to 3 times, after network errors and 5xx only. */
export function retry(failures: number, error: unknown) {
  return failures < 3 && !(error instanceof ApiError && error.status < 500)
}

/** Milliseconds before the next attempt: exponential backoff from 1 second to 30. */
export function retryDelay(failures: number) {
  return Math.min(1000 * 2 ** failures, 30_000)
}

/** Loads with these retries. Rejects with the last error, or at once when `signal` aborts. */
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

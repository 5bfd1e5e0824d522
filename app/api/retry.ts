import { ApiError } from './call.ts'

/** Failed loads are tried again up to 3 times (specification, section 9), by network or 5xx only. */
export function retry(failures: number, error: unknown) {
  return failures < 3 && !(error instanceof ApiError && error.status < 500)
}

/** Milliseconds before the next try: 1 second, doubling, at most 30. */
export function retryDelay(failures: number) {
  return Math.min(1000 * 2 ** failures, 30_000)
}

/** Loads by that rule; rejects with the last failure, or at once when `signal` is aborted. */
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

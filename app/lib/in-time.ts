/** Rejects if the promise has not settled after some milliseconds. */
export function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(resolve, reject)
    setTimeout(() => reject(new Error('Timeout')), milliseconds)
  })
}

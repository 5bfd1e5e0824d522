/**
 * Single-flight memo: all callers share one call of `read`. Its result is used until `maxAge`
 * milliseconds after the start of the call. A failed call is not cached.
 */
export function memoize<T>(maxAge: number, read: () => Promise<T>): () => Promise<T> {
  let cached: { value: Promise<T>; expiresAt: number } | undefined
  return () => {
    if (cached && performance.now() < cached.expiresAt) return cached.value
    const latest = { value: read(), expiresAt: performance.now() + maxAge }
    cached = latest
    latest.value.catch(() => {
      if (cached === latest) cached = undefined
    })
    return latest.value
  }
}

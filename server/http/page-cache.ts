/**
 * Caches the last result of `render`. It is called again when the content has changed. A failed call
 * is not cached.
 */
export function cacheLast<Content, T>(render: (content: Content) => Promise<T>) {
  let cached: { content: Content; key: string; result: Promise<T> } | undefined
  return (content: Content): Promise<T> => {
    if (cached?.content === content) return cached.result
    const key = JSON.stringify(content)
    if (cached?.key === key) {
      cached.content = content
      return cached.result
    }
    const latest = { content, key, result: render(content) }
    cached = latest
    latest.result.catch(() => {
      if (cached === latest) cached = undefined
    })
    return latest.result
  }
}

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

/** Keeps the result for the last argument. */
export function memoizeLast<Argument extends object, T>(compute: (argument: Argument) => T) {
  let last: { argument: Argument; result: T } | undefined
  return (argument: Argument): T => {
    if (last?.argument !== argument) last = { argument, result: compute(argument) }
    return last.result
  }
}

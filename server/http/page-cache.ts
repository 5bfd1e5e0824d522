import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

import { pageFile, type StaticFile } from './static-files.ts'

const compress = promisify(brotliCompress)

/**
 * Page cache for a page that is the same for everybody. `render` answers its HTML, without a nonce,
 * once for the same content. Brotli compresses it at its highest level, which takes too long for the
 * page of a single visitor.
 */
export function cachePage<Content>(render: (content: Content) => Promise<string>) {
  let cached: { content: Content; key: string; file: Promise<StaticFile> } | undefined
  return (content: Content): Promise<StaticFile> => {
    if (cached?.content === content) return cached.file
    const key = JSON.stringify(content)
    if (cached?.key === key) {
      cached.content = content
      return cached.file
    }
    const file = render(content).then(async (html) => pageFile(html, await compress(html)))
    const latest = { content, key, file }
    cached = latest
    file.catch(() => {
      if (cached === latest) cached = undefined
    })
    return file
  }
}

/**
 * Single-flight memo: callers share one read, and its result for `maxAge` milliseconds from its
 * beginning. A read that fails is not cached.
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

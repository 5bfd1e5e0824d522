import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

import { pageFile, type StaticFile } from './static-files.ts'

const compress = promisify(brotliCompress)

/**
 * Page cache for a page that is the same for everybody. `render` is called once for the same
 * content and returns the HTML, without a nonce. The page is compressed with Brotli's highest
 * level, which is too slow for a page that only one visitor gets.
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

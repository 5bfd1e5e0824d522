import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

import { pageFile, type StaticFile } from './static-files.ts'

const compress = promisify(brotliCompress)

/**
 * Keeps a page that is the same for everybody until what it shows changes: rendered once for the
 * same content, and compressed as small as Brotli can, for which a page of one visitor could not
 * wait. `render` answers its HTML, without a nonce.
 */
export function cachePage<Content>(render: (content: Content) => Promise<string>) {
  let kept: { content: Content; key: string; file: Promise<StaticFile> } | undefined
  return (content: Content): Promise<StaticFile> => {
    if (kept?.content === content) return kept.file
    const key = JSON.stringify(content)
    if (kept?.key === key) {
      kept.content = content
      return kept.file
    }
    const file = render(content).then(async (html) => pageFile(html, await compress(html)))
    const latest = { content, key, file }
    kept = latest
    file.catch(() => {
      if (kept === latest) kept = undefined
    })
    return file
  }
}

/**
 * Reads something anew only where its version is another one, which is asked for each time and
 * before: nobody gets what was so before.
 */
export function readWhenChanged<T>(
  versionOf: () => Promise<string>,
  read: () => Promise<T>,
): () => Promise<T> {
  let kept: { version: string; content: Promise<T> } | undefined
  return async () => {
    const version = await versionOf()
    if (kept?.version !== version) {
      const latest = { version, content: read() }
      kept = latest
      latest.content.catch(() => {
        if (kept === latest) kept = undefined
      })
    }
    return kept.content
  }
}

/**
 * Reads something once for all who ask for it at the same moment. It begins after they have asked:
 * nobody gets what was so before.
 */
export function readTogether<T>(read: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined
  return () => {
    next ??= setImmediate().then(() => {
      next = undefined
      return read()
    })
    return next
  }
}

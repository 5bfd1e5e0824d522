import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

import { pageFile, type StaticFile } from './static-files.ts'

const compress = promisify(brotliCompress)

/**
 * Keeps a page that is the same for everybody until what it shows changes: rendered once for the
 * same content, and compressed as small as Brotli can, for which a page of one visitor could not
 * wait. `render` answers its HTML, without a nonce.
 */
export function keptPage<Content>(render: (content: Content) => Promise<string>) {
  let kept: { key: string; file: Promise<StaticFile> } | undefined
  return (content: Content): Promise<StaticFile> => {
    const key = JSON.stringify(content)
    if (kept?.key === key) return kept.file
    const file = render(content).then(async (html) => pageFile(html, await compress(html)))
    const latest = { key, file }
    kept = latest
    file.catch(() => {
      if (kept === latest) kept = undefined
    })
    return file
  }
}

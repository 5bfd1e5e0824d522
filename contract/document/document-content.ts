import type { FileKind } from './document-kind.ts'
import type { documentMessages } from './document-messages.ts'
import { checkWordFile } from './word-file.ts'

/**
 * The error of a complete file, by its message. The phone checks it before it sends the file, and the
 * server again. Pictures are checked when they are decoded.
 */
export async function checkContent(
  kind: FileKind,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<keyof typeof documentMessages | undefined> {
  if (kind === 'zip') return checkWordFile(bytes)
  return kind === 'pdf' && !hasEnd(bytes) ? 'broken' : undefined
}

/**
 * Whether the end of a PDF has arrived. Transfer programs may append bytes, but no object. A
 * linearized PDF has a first end near its beginning, which is followed by objects. The last bytes
 * are read first: decoding a whole file takes memory, and keeps the server from other requests.
 */
function hasEnd(bytes: Uint8Array) {
  const text = fromEnd(bytes.subarray(-usualEnd)) ?? fromEnd(bytes)
  return text !== undefined && !/\d\s+obj\b/.test(text)
}

/** Bytes in which nearly all files have their end. */
const usualEnd = 4096

/** The text from the last mark of an end; undefined without one. */
function fromEnd(bytes: Uint8Array) {
  const text = new TextDecoder('latin1').decode(bytes)
  const end = Math.max(text.lastIndexOf('startxref'), text.lastIndexOf('%%EOF'))
  return end < 0 ? undefined : text.slice(end)
}

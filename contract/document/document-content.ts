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
 * linearized PDF has a first end near its beginning, which is followed by objects.
 */
function hasEnd(bytes: Uint8Array) {
  const text = new TextDecoder('latin1').decode(bytes)
  const end = Math.max(text.lastIndexOf('startxref'), text.lastIndexOf('%%EOF'))
  return end >= 0 && !/\d\s+obj\b/.test(text.slice(end))
}

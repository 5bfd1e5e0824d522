import { TextDecoder } from 'node:util'

/** The protocol of resumable uploads, https://tus.io/protocols/resumable-upload. */
export const tusVersion = '1.0.0'

export const tusExtensions = 'creation,creation-with-upload,expiration'

/** The media type of a body that holds bytes of an upload. */
export const uploadedBytes = 'application/offset+octet-stream'

/** A header that holds a number of bytes; undefined if it is missing or malformed. */
export function byteCount(header: string | string[] | undefined) {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

/**
 * Parses `Upload-Metadata`: names, each with its value in Base64, between commas. Undefined if it is
 * malformed, or if a name appears twice. Some clients write a comma after the last one.
 */
export function parseMetadata(header: string | string[] | undefined) {
  if (typeof header !== 'string') return undefined
  const metadata = new Map<string, string>()
  for (const pair of header.split(',')) {
    if (pair.trim() === '') continue
    const [name = '', base64 = '', ...others] = pair.trim().split(' ')
    const value = decodeBase64(base64)
    if (!/^[!-~]+$/.test(name) || value === undefined || others.length > 0) return undefined
    if (metadata.has(name)) return undefined
    metadata.set(name, value)
  }
  return metadata
}

/** The header `Upload-Metadata` for these names and values. */
export function metadataHeader(metadata: Record<string, string>) {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

function decodeBase64(text: string) {
  if (!/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'))
  } catch {
    return undefined
  }
}

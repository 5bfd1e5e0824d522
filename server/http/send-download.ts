import type { FastifyReply } from 'fastify'

import { documentPolicy } from './security-headers.ts'

export interface Download {
  type: string
  fileName: string
  bytes: Buffer | NodeJS.ReadableStream
  /** Bytes, if they are known. */
  size?: number | undefined
  isShown?: boolean
}

/** Sends a file with personal data, which no cache stores. A browser that shows it runs nothing. */
export function sendDownload(
  reply: FastifyReply,
  { type, fileName, bytes, size, isShown = false }: Download,
) {
  if (size !== undefined) reply.header('content-length', size)
  return reply
    .type(type)
    .header('content-disposition', contentDisposition(isShown ? 'inline' : 'attachment', fileName))
    .header('content-security-policy', documentPolicy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'same-origin')
    .send(bytes)
}

/**
 * The header `Content-Disposition` (RFC 6266). Old programs read `filename`, which has only ASCII;
 * all others read `filename*`, which has the whole name (RFC 8187).
 */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string) {
  const ascii = fileName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]|["%\\]/gu, '_')
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

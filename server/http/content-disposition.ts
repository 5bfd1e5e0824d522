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

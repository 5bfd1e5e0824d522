import type { HeadersArgs } from 'react-router'

/** Status and headers of a page that shows why a request was refused. */
export function responseInit({ status, retryAfter }: { status: number; retryAfter?: number }) {
  return { status, ...(retryAfter && { headers: { 'Retry-After': String(retryAfter) } }) }
}

/** Headers of the reply to a POST that the browser may keep for its Back button, which would show an error otherwise. */
export const keptForBack = { 'cache-control': 'private, no-cache' }

/** Headers of a private page: no cache or index stores it, and no other site sees its URL. */
export function privateHeaders({ loaderHeaders, actionHeaders }: HeadersArgs) {
  return {
    'cache-control': 'no-store',
    ...Object.fromEntries([...loaderHeaders, ...(actionHeaders ?? [])]),
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  }
}

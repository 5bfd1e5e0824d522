import type { HeadersArgs } from 'react-router'

/** Status and headers of a page that shows why a request was refused. */
export function responseInit({ status, retryAfter }: { status: number; retryAfter?: number }) {
  return { status, ...(retryAfter && { headers: { 'Retry-After': String(retryAfter) } }) }
}

/** Headers of a private page: no cache or index stores it, and no other site sees its URL. */
export function privateHeaders({ loaderHeaders, actionHeaders }: HeadersArgs) {
  return {
    ...Object.fromEntries([...loaderHeaders, ...(actionHeaders ?? [])]),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  }
}

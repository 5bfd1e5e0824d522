/** Status and headers of a page that shows why a request was refused. */
export function responseInit({ status, retryAfter }: { status: number; retryAfter?: number }) {
  return { status, ...(retryAfter && { headers: { 'Retry-After': String(retryAfter) } }) }
}

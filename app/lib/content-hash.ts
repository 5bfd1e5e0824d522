/** SHA-256 of a value as JSON. It is the idempotency key of a form sent without scripts. */
export async function contentHash(content: unknown) {
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

import { administrator } from '../tests/support/server.ts'

/** `Accept-Encoding` of browsers. */
export const encodings = 'gzip, deflate, br, zstd'

/** Signs in as the administrator; returns the token. */
export async function signIn(url: string) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  const { token } = (await response.json()) as { token: string }
  return token
}

/** Reads a whole answer as text. Throws unless the status is 200. */
export async function ask(url: string, token?: string) {
  const headers = { ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(url, { headers })
  if (answer.status !== 200) throw new Error(`${url} was answered ${answer.status}`)
  return answer.text()
}

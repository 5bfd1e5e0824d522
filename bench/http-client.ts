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

/** Calls the API below `/api` as staff. Throws if it is refused. */
export async function callApi(
  { url, token }: { url: string; token: string },
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

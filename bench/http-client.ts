import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'

import { administrator } from '../tests/support/server.ts'

const agent = new Agent({ keepAlive: true })

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

/**
 * Reads a whole compressed answer, or only its first `mostBytes`, uncompressed. Throws unless the
 * status is 200.
 */
export async function ask(url: string, token: string, mostBytes = Infinity) {
  const encoding = mostBytes === Infinity ? encodings : 'identity'
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding }
  const [response] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`${url} was answered ${response.statusCode}`)
  let bytes = 0
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length
    if (bytes > mostBytes) break
  }
}

import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'

import { administrator } from '../tests/support/server.ts'

const agent = new Agent({ keepAlive: true })

/** What browsers say that they take. */
export const encodings = 'gzip, deflate, br, zstd'

/** A session of the administrator. */
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
 * Waits for an answer as it travels to a browser, compressed; or only for its first bytes, as they
 * are. Throws where it is no success.
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

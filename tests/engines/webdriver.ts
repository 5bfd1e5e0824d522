import { setTimeout as sleep } from 'node:timers/promises'

export type WebDriver = Awaited<ReturnType<typeof newSession>>

/** The key under which WebDriver returns the id of an element. */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** Starts a session with a WebDriver server within `most` ms; retries until the server listens. */
export async function newSession(server: string, capabilities: object, most: number) {
  const body = { capabilities: { alwaysMatch: capabilities } }
  const { sessionId } = await whenListening<{ sessionId: string }>(() =>
    call('POST', `${server}/session`, body, AbortSignal.timeout(most)),
  )
  const session = `${server}/session/${sessionId}`
  return {
    post: <Value>(path: string, data: object = {}) => call<Value>('POST', session + path, data),
    get: <Value>(path: string) => call<Value>('GET', session + path),
    end: () => call('DELETE', session),
  }
}

async function whenListening<Value>(work: () => Promise<Value>) {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries >= 100 || !(error instanceof TypeError)) throw error
      await sleep(50)
    }
  }
}

async function call<Value>(method: string, url: string, body?: object, signal?: AbortSignal) {
  const sent = { method, ...(body && { body: JSON.stringify(body) }), ...(signal && { signal }) }
  const response = await fetch(url, sent)
  const { value } = (await response.json()) as {
    value: Value & { error?: string; message?: string }
  }
  if (!response.ok) throw new Error(`WebDriver: ${value.error}: ${value.message}`)
  return value
}

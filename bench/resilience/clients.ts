import { setTimeout as sleep } from 'node:timers/promises'

import type { Application } from '../../contract/application/application.ts'
import { signIn } from '../http-client.ts'

/** Milliseconds between two decisions, and between two visits. */
const pause = 25

type Ask = (path: string, options?: RequestInit) => Promise<Response>

/** A client that does the same work again and again until it is stopped. */
function startClient(url: string, work: (ask: Ask) => Promise<void>) {
  const failures: string[] = []
  const stopped = new AbortController()
  let requests = 0
  const ask: Ask = async (path, options) => {
    requests++
    const response = await fetch(`${url}${path}`, options)
    if (!response.ok) throw new Error(`${path} ${response.status} ${await response.text()}`)
    return response
  }
  const repeat = async () => {
    while (!stopped.signal.aborted) {
      await work(ask).catch((error: Error) => failures.push(error.message))
      await sleep(pause)
    }
  }
  const ended = repeat()
  return {
    failures,
    requests: () => requests,
    async stop() {
      stopped.abort()
      await ended
    },
  }
}

/** An administrator who accepts the newest applications, or revokes their acceptance. */
export async function startStaff(url: string) {
  const headers = { authorization: `Bearer ${await signIn(url)}` }
  /** The acknowledged decisions: the value of `is_accepted` by id of the application. */
  const decided = new Map<string, boolean>()
  const client = startClient(url, async (ask) => {
    const newest = await ask('/api/admin/attachments?limit=10', { headers })
    for (const { _id, is_accepted } of (await newest.json()) as Application[]) {
      const answer = await ask(`/api/admin/attachments/${_id}/accept`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ is_accepted: !is_accepted }),
      })
      decided.set(_id, ((await answer.json()) as Application).is_accepted)
      await sleep(pause)
    }
    await (await ask('/api/admin/analytics', { headers })).arrayBuffer()
  })
  return { ...client, decided }
}

/** A browser without a cache: opens the home page, then its scripts and styles. */
export function startVisitor(url: string) {
  return startClient(url, async (ask) => {
    const page = await (await ask('/')).text()
    const assets = page.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)
    for (const path of new Set(Array.from(assets, ([, asset]) => asset!))) {
      await (await ask(path)).arrayBuffer()
    }
  })
}

/** The figures of the dashboard and of the list's cards. */
export async function readFigures(url: string) {
  const headers = { authorization: `Bearer ${await signIn(url)}` }
  const read = async (path: string) => (await fetch(`${url}${path}`, { headers })).json()
  return {
    counts: (await read('/api/admin/attachments/counts')) as Record<string, number>,
    dashboard: ((await read('/api/admin/analytics')) as { data: Record<string, unknown> }).data,
  }
}

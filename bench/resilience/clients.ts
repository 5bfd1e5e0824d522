import { setTimeout as sleep } from 'node:timers/promises'

import type { Application } from '../../contract/application.ts'
import { administrator } from '../../tests/support/server.ts'
import { post } from '../../tests/support/concurrent-applicants.ts'

/** Milliseconds between two decisions, and between two visits. */
const pause = 25

/** An administrator who accepts the newest applications, or revokes their acceptance, until stopped. */
export async function startStaff(url: string) {
  const headers = await signIn(url)
  const failures: string[] = []
  /** The acknowledged decisions: the value of `is_accepted` by id of the application. */
  const decided = new Map<string, boolean>()
  const stopped = new AbortController()
  let requests = 0

  const ask = async (path: string, body?: object) => {
    requests++
    const json = body && { 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, {
      method: body ? 'PUT' : 'GET',
      headers: { ...headers, ...json },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} ${response.status} ${await response.text()}`)
    return response.json()
  }
  const decide = async () => {
    while (!stopped.signal.aborted) {
      try {
        const page = (await ask('/api/admin/attachments?limit=10')) as Application[]
        for (const { _id, is_accepted } of page) {
          const path = `/api/admin/attachments/${_id}/accept`
          const wanted = { is_accepted: !is_accepted }
          decided.set(_id, ((await ask(path, wanted)) as Application).is_accepted)
          await sleep(pause)
        }
        await ask('/api/admin/analytics')
      } catch (error) {
        failures.push((error as Error).message)
        await sleep(pause)
      }
    }
  }
  const ended = decide()

  return {
    failures,
    decided,
    requests: () => requests,
    async stop() {
      stopped.abort()
      await ended
    },
  }
}

/** A browser without a cache: opens the home page, then its scripts and styles, until stopped. */
export function startVisitor(url: string) {
  const failures: string[] = []
  const stopped = new AbortController()
  let requests = 0
  const get = async (path: string) => {
    requests++
    const response = await fetch(`${url}${path}`)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} ${response.status}`)
    return text
  }
  const visit = async () => {
    while (!stopped.signal.aborted) {
      try {
        const assets = (await get('/')).matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)
        for (const path of new Set(Array.from(assets, ([, asset]) => asset!))) await get(path)
      } catch (error) {
        failures.push((error as Error).message)
      }
      await sleep(pause)
    }
  }
  const ended = visit()
  return {
    failures,
    requests: () => requests,
    async stop() {
      stopped.abort()
      await ended
    },
  }
}

/** The figures of the dashboard and of the list's cards. */
export async function readFigures(url: string) {
  const headers = await signIn(url)
  const read = async (path: string) => (await fetch(`${url}${path}`, { headers })).json()
  return {
    counts: (await read('/api/admin/attachments/counts')) as Record<string, number>,
    dashboard: ((await read('/api/admin/analytics')) as { data: Record<string, unknown> }).data,
  }
}

async function signIn(url: string) {
  const login = await post(`${url}/api/auth/login`, administrator)
  const { token } = (await login.json()) as { token: string }
  return { authorization: `Bearer ${token}` }
}

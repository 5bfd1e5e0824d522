import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Application } from '../../contract/application/application.ts'
import { administrator } from './server.ts'
import { submission, type Choices } from './submission.ts'

/** A failed request of an applicant or a visitor. */
interface Failure {
  reason: string
}

type Applicants = ReturnType<typeof sendApplicants>

/**
 * Concurrent applicants who send one application after the other, each with its own idempotency key,
 * until they are stopped. Without a receipt, an applicant sends the same application again.
 */
export function sendApplicants(url: string, count: number, choices: Choices) {
  const sent = new Map<string, object>()
  const acknowledged = new Map<string, string>()
  const failures: Failure[] = []
  let onReceipt = () => {}
  const stopped = new AbortController()

  const keepApplying = async () => {
    while (!stopped.signal.aborted) {
      const key = randomUUID()
      const body = submission(choices, { email: `${key}@example.org` })
      sent.set(key, body)
      while (!acknowledged.has(key) && !stopped.signal.aborted) {
        try {
          acknowledged.set(key, await submit(url, key, body))
          onReceipt()
        } catch (error) {
          failures.push({ reason: reasonOf(error) })
          await sleep(100)
        }
      }
    }
  }
  const all = Promise.all(Array.from({ length: count }, keepApplying))

  return {
    sent,
    acknowledged,
    failures,
    /** Waits until the server has confirmed this many more applications. */
    receipts(more: number) {
      const enough = acknowledged.size + more
      return new Promise<void>((resolve) => {
        onReceipt = () => {
          if (acknowledged.size >= enough) resolve()
        }
      })
    },
    async stop() {
      stopped.abort()
      await all
    },
  }
}

/** Concurrent visitors who read these pages one after the other until they are stopped. */
export function readPages(url: string, count: number, paths: string[]) {
  const failures: Failure[] = []
  const stopped = new AbortController()
  let requests = 0
  const read = async () => {
    while (!stopped.signal.aborted) {
      const path = paths[requests++ % paths.length]
      try {
        const response = await fetch(`${url}${path}`)
        if ((await response.text()) === '' || !response.ok) throw new Error(`${response.status}`)
      } catch (error) {
        failures.push({ reason: `${path} ${reasonOf(error)}` })
        await sleep(20)
      }
    }
  }
  const all = Promise.all(Array.from({ length: count }, read))
  return {
    failures,
    requests: () => requests,
    async stop() {
      stopped.abort()
      await all
    },
  }
}

/** Sends an application and returns its reference id; throws without a receipt. */
export async function submit(url: string, key: string, body: object) {
  const response = await post(`${url}/api/users/industrial-attachments`, body, {
    'idempotency-key': key,
  })
  const answer = (await response.json()) as { referenceId: string; message: string }
  if (response.status !== 201) throw new Error(`${response.status} ${answer.message}`)
  return answer.referenceId
}

/** Applies as the form does; returns the answers and the reference id. */
export async function apply(url: string, changes: Record<string, unknown>) {
  const answers = submission(await choicesAt(url), changes)
  return { ...answers, referenceId: await submit(url, randomUUID(), answers) }
}

/** Every application in the administrator's list. */
export async function listApplications(url: string) {
  const login = await post(`${url}/api/auth/login`, administrator)
  const { token } = (await login.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/admin/attachments`, { headers })
  return (await response.json()) as Application[]
}

/** An applicant's choices: a department, and a course with its institution. */
export async function choicesAt(url: string): Promise<Choices> {
  const read = async (what: string) =>
    (await (await fetch(`${url}/api/users/${what}`)).json()) as {
      _id: string
      institution: { _id: string }
    }[]
  const [[department], [course]] = [await read('departments'), await read('courses')]
  return { department: department!._id, course: course!._id, institution: course!.institution._id }
}

/**
 * Compares receipts with stored applications, then sends all applications again, with one retry if
 * the server is busy. Each application must get the same answer and be stored once.
 */
export async function compare(url: string, { sent, acknowledged }: Applicants) {
  const stored = await storedBy(url, sent)
  const lost = [...acknowledged].filter(([key, referenceId]) => stored.get(key) !== referenceId)
  const answers = new Map<string, string>()
  const left = [...sent]
  const sendAgain = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [key, body] = next
      const again = () => submit(url, key, body)
      answers.set(key, await again().catch(() => sleep(5000).then(again)))
    }
  }
  await Promise.all(Array.from({ length: 8 }, sendAgain))
  const changed = [...answers].filter(
    ([key, referenceId]) => referenceId !== (stored.get(key) ?? referenceId),
  )
  const records = await listApplications(url)
  const own = records.filter(({ email }) => sent.has(keyOf(email)))
  return { lost: lost.length, changed: changed.length, doubled: own.length - sent.size }
}

async function storedBy(url: string, sent: Map<string, object>) {
  const records = await listApplications(url)
  const pairs = records.map(({ email, referenceId }) => [keyOf(email), referenceId] as const)
  return new Map(pairs.filter(([key]) => sent.has(key)))
}

function keyOf(email: string) {
  return email.split('@')[0] ?? ''
}

function reasonOf(error: unknown) {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } }
  return cause ? (cause.code ?? cause.message ?? message) : message
}

export function post(url: string, body: object, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

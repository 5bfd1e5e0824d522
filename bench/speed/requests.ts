import { randomBytes, randomInt, randomUUID } from 'node:crypto'

import { uploadsPath } from '../../contract/constants.ts'
import { fakeApplications } from '../../server/database/fake-data.ts'
import { submission } from '../../tests/support/submission.ts'
import { base64, pdfOf } from '../../tests/support/uploads.ts'
import { encodings } from '../http-client.ts'

const people = 2000

/** Submissions of different applicants, each with its own idempotency key. */
export async function submissionRequests(url: string, more: object = {}) {
  const bodies = await applications(url, more)
  // Phone numbers of another run are others, so nobody is the same person as somebody else.
  const firstPhone = randomInt(9e7)
  let sent = 0
  return () => {
    const number = sent++
    const body = bodies[number % people]!.replace(
      'zawadi@example.org',
      `${process.pid}-${number}@example.org`,
    )
      .replace(
        /"phone_number":"[^"]*"/,
        `"phone_number":"07${String(1e8 + firstPhone + number).slice(1)}"`,
      )
      .replace('"last_name":"', `"last_name":"${process.pid} ${number} `)
    return applicantRequest('/api/users/industrial-attachments', body, {
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    })
  }
}

/** A request with a body. Behind a trusted proxy, each applicant has another address. */
export function applicantRequest(path: string, body: string, headers: Record<string, string>) {
  return [
    `POST ${path} HTTP/1.1`,
    'Host: bench',
    `X-Forwarded-For: ${['10', ...randomBytes(3)].join('.')}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')
}

/** Bytes of an uploaded PDF. */
export const uploadSize = 1_000_000

/** Uploads of the same file, each in one request (tus: creation with upload). */
export function uploadRequests() {
  const bytes = pdfOf(uploadSize)
  const head = [
    `POST /api${uploadsPath} HTTP/1.1`,
    'Host: bench',
    'Tus-Resumable: 1.0.0',
    `Upload-Length: ${bytes.length}`,
    `Upload-Metadata: filename ${base64('CV.pdf')},purpose ${base64('cv')}`,
    'Content-Type: application/offset+octet-stream',
    `Content-Length: ${bytes.length}`,
  ]
  const request = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes])
  return () => request
}

/** The same requests again and again, beginning anywhere. */
export function repeatedRequests(requests: string[]) {
  let next = randomInt(requests.length)
  return () => requests[next++ % requests.length]!
}

/** Requests for a compressed page. */
export function pageRequests(path: string) {
  const request = `GET ${path} HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: ${encodings}\r\n\r\n`
  return () => request
}

/** A request of a signed-in user. */
export function authorizedRequest(path: string, token: string, method = 'GET') {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: bench',
    `Authorization: Bearer ${token}`,
    `Accept-Encoding: ${encodings}`,
    ...(method === 'GET' ? [] : ['Content-Length: 0']),
  ]
  return `${head.join('\r\n')}\r\n\r\n`
}

/** Bodies in JSON; e-mail address, phone number and last name are replaced for each request. */
async function applications(url: string, more: object) {
  const read = async (what: string) => (await fetch(`${url}/api/users/${what}`)).json()
  const courses = (await read('courses')) as { _id: string; institution: { _id: string } }[]
  const lookups = {
    departments: (await read('departments')) as { _id: string }[],
    courses: courses.map(({ _id, institution }) => ({ _id, institution: institution._id })),
  }
  const made = fakeApplications(people, lookups, new Date().toISOString().slice(0, 10))
  return [...made].map(({ email: _, createdAt: __, linkedin_url, ...person }) =>
    JSON.stringify(
      submission(person, { ...person, ...(linkedin_url && { linkedin_url }), ...more }),
    ),
  )
}

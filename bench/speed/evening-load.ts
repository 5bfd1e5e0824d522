import type { Database } from '../../server/database/tables.ts'
import { formPaths } from '../../content/paths.ts'
import { signIn } from '../http-client.ts'
import type { Task } from './generator.ts'
import { Connection } from './connection.ts'
import {
  applicantRequest,
  authorizedRequest,
  pageRequests,
  submissionRequests,
} from './requests.ts'

/** The last hour before a national deadline, and the staff who decide meanwhile. */
export const national = { applicationsPerHour: 50_000, staff: 200 }

/** Pages that the server renders for each request. */
const [confirmationPath, statusPath] = [
  '/industrial-attachment/success',
  '/industrial-attachment/status',
]

/** Rows of an export: the newest applications. */
const exportedRows = 25_000

/** Requests of one kind in that hour. */
export interface Part {
  name: string
  perHour: number
  what: Task['what']
  /** Applicants come at a growing rate; staff work evenly. */
  grows: boolean
}

/** Every part of the load. The rates are assumptions, which docs/scale.md lists. */
export async function eveningParts(db: Database, url: string): Promise<Part[]> {
  const paths = await publicPaths(url)
  const newest = await newestApplications(db)
  const some = newest.slice(0, 2000)
  const list = (filter: string) => `attachments?view=active&limit=25&${filter}`
  const staff = await signInStaff(url)
  const lookUps = some.map(({ referenceId, email }) => {
    const form = new URLSearchParams({ reference: referenceId, contact: email })
    const type = 'application/x-www-form-urlencoded'
    return applicantRequest(statusPath, form.toString(), { 'Content-Type': type })
  })
  const confirmations = some.map(
    ({ referenceId }) => `${confirmationPath}?reference=${referenceId}&received=2026-11-20`,
  )
  return [
    ofApplicants('public pages and their files', paths.length, { requests: paths.map(get) }),
    ofApplicants('confirmations', 1, { requests: confirmations.map(get) }),
    ofApplicants('forms for the status', 1, { requests: [get(statusPath)] }),
    ofApplicants('status look-ups', 1, { requests: lookUps }),
    ofApplicants('repeats after a lost answer', 0.05, { requests: await sentSubmissions(url) }),
    staff('lists', 80, [
      ...some.map(({ department }) => list(`department=${department}`)),
      ...some.map(({ institution }) => list(`institution=${institution}`)),
      ...some.map(() => list('status=pending')),
    ]),
    staff('counts above the lists', 80, ['attachments/counts']),
    staff('searches', 20, [
      ...some.map(({ first_name }) => list(`q=${encodeURIComponent(first_name)}`)),
      ...some.map(({ email }) => list(`q=${encodeURIComponent(email)}`)),
    ]),
    staff('opened applications', 120, [
      ...some.map(({ _id }) => `attachments/${_id}`),
      ...some.map(({ _id }) => `attachments/${_id}/messages`),
    ]),
    staff('dashboard', 4, ['analytics']),
    staff(exportName, 0.2, [`export/attachments?since=${newest.at(-1)!.createdAt}`]),
    staff(
      'decisions',
      60,
      some.map(({ _id }) => `attachments/${_id}/accept`),
      'PUT',
    ),
    ofApplicants('submissions and their e-mails', 1, 'submissions'),
  ]
}

/** The part whose time has no limit. */
export const exportName = `exports of ${exportedRows.toLocaleString('en')} rows`

function ofApplicants(name: string, perApplication: number, what: Task['what']): Part {
  return { name, perHour: perApplication * national.applicationsPerHour, what, grows: true }
}

/** Signs all staff in. Returns a function that makes a part of calls of the API by staff. */
async function signInStaff(url: string) {
  const tokens: string[] = []
  while (tokens.length < national.staff) tokens.push(await signIn(url))
  return (name: string, eachPerHour: number, calls: string[], method = 'GET'): Part => {
    const count = Math.max(calls.length, tokens.length)
    const requests = Array.from({ length: count }, (_, index) => {
      const path = `/api/admin/${calls[index % calls.length]!}`
      return authorizedRequest(path, tokens[index % tokens.length]!, method)
    })
    return { name, perHour: eachPerHour * national.staff, what: { requests }, grows: false }
  }
}

const get = (path: string) => pageRequests(path)()

/** The pages that an applicant sees from memory, and the files that the form names. */
async function publicPaths(url: string) {
  const form = await (await fetch(url + formPaths.en)).text()
  const files = new Set(form.match(/\/assets\/[\w./-]+\.\w+/g))
  return ['/', '/industrial-attachment', formPaths.en, ...files]
}

function newestApplications(db: Database) {
  return db
    .selectFrom('attachments')
    .select(['_id', 'referenceId', 'email', 'first_name', 'department', 'institution', 'createdAt'])
    .where('is_archived', '=', false)
    .orderBy('_id', 'desc')
    .limit(exportedRows)
    .execute()
}

/** Submissions that the server has stored. */
async function sentSubmissions(url: string) {
  const next = await submissionRequests(url)
  const requests = Array.from({ length: 200 }, next)
  const connection = new Connection(url)
  for (const request of requests) {
    if ((await connection.send(request)) !== 201) throw new Error('A submission was refused')
  }
  connection.close()
  return requests
}

/**
 * Requests in each second of a replay. Those of applicants grow threefold until shortly before
 * midnight, then fall by half.
 */
export function spread({ perHour, grows }: Part, factor: number, seconds: number) {
  const peak = 0.92
  const weights = Array.from({ length: seconds }, (_, second) => {
    const share = (second + 0.5) / seconds
    if (!grows) return 1
    return share < peak ? 1 + (2 * share) / peak : 3 - (1.5 * (share - peak)) / (1 - peak)
  })
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const count = (perHour / 3600) * factor * seconds
  let reached = 0
  return weights.map((weight) => {
    const before = Math.round(reached)
    reached += (weight / sum) * count
    return Math.round(reached) - before
  })
}

import type { APIRequestContext } from '@playwright/test'

import { createApplications } from './records.ts'
import { api } from './support.ts'

/** The time of the server in tests of intakes. Its value gives them a worker and a database. */
export const intakeTime = '2026-03-02T06:00:00Z' // 9:00 in Kenya

/** An intake that has closed; its attachments run at `intakeTime`. */
export async function createIntake(request: APIRequestContext, name: string, changes: object = {}) {
  const call = await api(request)
  const [department] = await call('GET', '/users/departments')
  const body = {
    name,
    name_sw: null,
    opensAt: '2026-01-05T08:00:00+03:00',
    closesAt: '2026-01-30T17:00:00+03:00',
    startsOn: '2026-02-02',
    endsOn: '2026-05-29',
    answerDays: 7,
    places: [{ department: department._id, places: 30 }],
    ...changes,
  }
  const intake: { _id: string; name: string } = await call('POST', '/admin/intakes', body)
  return { ...intake, department: department as { _id: string; name: string } }
}

/** Applicants of an intake who have confirmed their places. */
export async function createPlacements(
  request: APIRequestContext,
  intake: { _id: string },
  count: number,
  who: string,
) {
  const call = await api(request)
  const made = await createApplications(request, count, who, { intake: intake._id })
  for (const { _id, referenceId, email } of made) {
    await call('PUT', `/admin/attachments/${_id}/accept`, { is_accepted: true })
    const answer = { reference: referenceId, contact: email, answer: 'confirm' }
    await call('POST', '/users/applications/offer', answer)
  }
  return made
}

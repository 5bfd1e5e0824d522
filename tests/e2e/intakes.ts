import type { APIRequestContext } from '@playwright/test'

import { createApplications } from './records.ts'
import { api } from './support.ts'

const day = 24 * 60 * 60 * 1000
const daysFromNow = (days: number) => new Date(Date.now() + days * day).toISOString()

/** Creates an open intake with places in one department, and applications for them. */
export async function createIntake(
  request: APIRequestContext,
  who: string,
  { places, applications, ...changes }: { places: number; applications: number; papers?: object[] },
) {
  const call = await api(request)
  const [department] = await call('GET', '/users/departments')
  const intake = await call('POST', '/admin/intakes', {
    name: `Intake of ${who}`,
    opensAt: daysFromNow(-1),
    closesAt: daysFromNow(10),
    startsOn: daysFromNow(20).slice(0, 10),
    endsOn: daysFromNow(110).slice(0, 10),
    places: [{ department: department._id, places }],
    ...changes,
  })
  const made = await createApplications(request, applications, who, { intake: intake._id })
  return { intake, made, call }
}

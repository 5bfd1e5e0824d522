import { expect, test } from 'vitest'

import type { Analytics } from '../../contract/application/analytics.ts'
import { api } from '../../contract/api.ts'
import type { AttachmentsTable } from '../../server/database/tables.ts'
import { declineReasonIds } from '../../contract/application/decline-reasons.ts'
import { addMadeUpApplications, addUser, startApi } from '../support/api.ts'

const { ask, token, db } = await startApi()

const day = 24 * 60 * 60 * 1000

async function analytics() {
  const { status, body } = await ask(api.analytics, { token })
  expect([status, body.success]).toEqual([200, true])
  return body.data as Analytics
}

async function namesOf(table: 'institutions' | 'courses' | 'departments') {
  const rows = await db.selectFrom(table).select(['_id', 'name']).execute()
  return new Map(rows.map(({ _id, name }) => [_id, name]))
}

const percent = (part: number, whole: number) => Number(((100 * part) / whole).toFixed(1))

/** The dashboard's figures, computed by the test from the applications. */
function share(rows: AttachmentsTable[]) {
  const accepted = rows.filter((row) => row.is_accepted).length
  return {
    count: rows.length,
    accepted,
    pending: rows.filter((row) => !row.is_accepted && !row.is_archived).length,
    acceptanceRate: percent(accepted, rows.length),
  }
}

test('without any application all figures are 0', async () => {
  const { totalUsers, totalInstitutions, totalCourses, totalDepartments, ...figures } =
    await analytics()

  expect(figures).toEqual({
    totalAttachments: 0,
    acceptanceRate: 0,
    pendingAttachments: 0,
    recentAttachments: 0,
    recentSince: expect.any(String),
    acceptedAttachments: 0,
    archivedAttachments: 0,
    erasedAttachments: 0,
    declinedAttachments: 0,
    withdrawnAttachments: 0,
    declinedBreakdown: declineReasonIds.map((reason) => ({ reason, count: 0 })),
    weeklyApplications: expect.any(Array),
    departmentBreakdown: [],
    courseBreakdown: [],
    institutionBreakdown: [],
  })
  expect([totalUsers, totalInstitutions, totalCourses, totalDepartments].every(Boolean)).toBe(true)
})

test('the figures over 400 applications equal a count of the rows', async () => {
  // Some are accepted and archived, some have no institution, some are just within or past 30 days.
  const rows = await addMadeUpApplications(db, 400, (_row, index) => ({
    ...(index % 11 === 0 && { is_accepted: true, is_archived: true }),
    ...(index % 13 === 0 && { institution: null, course: null, department: null }),
    ...(index % 50 === 0 && { createdAt: new Date(Date.now() - 30 * day + 60_000).toISOString() }),
    ...(index % 50 === 1 && { createdAt: new Date(Date.now() - 30 * day - 60_000).toISOString() }),
  }))
  await addUser(ask, token)
  const answer = await analytics()

  const all = share(rows)
  const recent = rows.filter(({ createdAt }) => Date.parse(createdAt) >= Date.now() - 30 * day)
  const archived = rows.filter((row) => row.is_archived).length
  const declined = rows.filter(({ declined_reason }) => declined_reason !== null)
  expect(declined.length).toBeGreaterThan(10)
  expect(recent.length).toBeGreaterThan(8)
  expect(answer).toMatchObject({
    totalAttachments: 400,
    acceptanceRate: all.acceptanceRate,
    pendingAttachments: all.pending,
    acceptedAttachments: 400 - archived - all.pending,
    archivedAttachments: archived,
    declinedAttachments: declined.length,
    declinedBreakdown: declineReasonIds.map((reason) => ({
      reason,
      count: declined.filter(({ declined_reason }) => declined_reason === reason).length,
    })),
    recentAttachments: recent.length,
    totalUsers: 2,
    totalInstitutions: (await namesOf('institutions')).size,
    totalCourses: (await namesOf('courses')).size,
    totalDepartments: (await namesOf('departments')).size,
  })
  expect(all.acceptanceRate).not.toBe(percent(answer.acceptedAttachments, 400))

  await compare(rows, 'department', 5, answer.departmentBreakdown)
  await compare(rows, 'course', 5, answer.courseBreakdown)
  await compare(rows, 'institution', 6, answer.institutionBreakdown)
})

/** Compares a breakdown of the dashboard with counts of the stored applications. */
async function compare(
  rows: AttachmentsTable[],
  by: 'institution' | 'course' | 'department',
  top: number,
  breakdown: { count: number }[],
) {
  const names = await namesOf(`${by}s`)
  const groups = Map.groupBy(rows, (row) => row[by])
  const expected = Array.from(groups, ([id, group]) => {
    const { pending, ...rest } = share(group)
    const name = id === null ? 'N/A' : names.get(id)!
    const others = {
      institution: { pending },
      course: { label: expect.stringContaining(name) },
      department: {},
    }
    return { _id: id, [by]: name, ...rest, ...others[by] }
  }).toSorted((a, b) => b.count - a.count)

  expect(breakdown).toHaveLength(Math.min(top, expected.length))
  // The shortened list may contain any of the groups with equal counts; the figures must be right.
  expect(breakdown.map(({ count }) => count)).toEqual(
    expected.slice(0, top).map(({ count }) => count),
  )
  for (const item of breakdown) expect(expected).toContainEqual(item)
  expect(new Set(breakdown.map((item) => JSON.stringify(item))).size).toBe(breakdown.length)
}

test('a breakdown has a stable order, with equal counts by name', async () => {
  const { departmentBreakdown: before } = await analytics()
  for (const { _id, count } of before.filter(({ _id: group }) => group)) {
    await addMadeUpApplications(db, before[0]!.count - count, () => ({ department: _id }))
  }
  const first = await analytics()
  const second = await analytics()

  expect(second).toEqual(first)
  const { departmentBreakdown: list } = first
  expect(new Set(list.map(({ count }) => count)).size).toBeLessThan(list.length - 1)
  expect(list).toEqual(
    list.toSorted((a, b) => b.count - a.count || (a.department < b.department ? -1 : 1)),
  )
})

test('deletions and decisions change the figures at once', async () => {
  const before = await analytics()
  const pending = await db
    .selectFrom('attachments')
    .select('_id')
    .where('is_accepted', '=', false)
    .where('is_archived', '=', false)
    .limit(2)
    .execute()
  await ask(api.attachments.accept, { token, id: pending[0]!._id })
  await ask(api.attachments.remove, { token, id: pending[1]!._id })
  const after = await analytics()

  expect(after).toMatchObject({
    totalAttachments: before.totalAttachments - 1,
    pendingAttachments: before.pendingAttachments - 2,
    acceptedAttachments: before.acceptedAttachments + 1,
    archivedAttachments: before.archivedAttachments,
  })
})

test('the chart has the last 26 weeks from Monday in Kenya, empty ones too', async () => {
  const weeks = (await analytics()).weeklyApplications
  const last = weeks.at(-1)!.week
  const today = new Date(Date.now() + 3 * 60 * 60 * 1000)
  expect(weeks).toHaveLength(26)
  for (const [index, { week }] of weeks.entries()) {
    const date = new Date(`${week}T00:00:00Z`)
    expect([week, date.getUTCDay()]).toEqual([week, 1])
    expect(Date.parse(last) - date.getTime()).toBe((25 - index) * 7 * day)
  }
  expect(today.getTime() - Date.parse(last)).toBeGreaterThanOrEqual(0)
  expect(today.getTime() - Date.parse(last)).toBeLessThan(7 * day)

  // Just before and just after Monday begins in Kenya, three hours ahead of UTC.
  const monday = Date.parse(`${weeks[10]!.week}T00:00:00+03:00`)
  await addMadeUpApplications(db, 3, (_row, index) => ({
    createdAt: new Date(monday - 1 + index).toISOString(),
  }))
  const after = (await analytics()).weeklyApplications
  expect([after[9]!.count, after[10]!.count]).toEqual([weeks[9]!.count + 1, weeks[10]!.count + 2])

  const rows = await db.selectFrom('attachments').select('createdAt').execute()
  const shown = rows.filter(
    ({ createdAt }) => Date.parse(createdAt) >= Date.parse(`${weeks[0]!.week}T00:00:00+03:00`),
  )
  expect(after.reduce((sum, { count }) => sum + count, 0)).toBe(shown.length)
})

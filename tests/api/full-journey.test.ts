import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import type { Application } from '../../contract/application/application.ts'
import { fakeApplications } from '../../server/database/fake-data.ts'
import { startApi } from '../support/api.ts'

const { ask, token } = await startApi()

test('200 applications are submitted, found, accepted, archived and exported', async () => {
  const [{ body: departments }, { body: courses }] = await Promise.all([
    ask(api.public.departments),
    ask(api.public.courses),
  ])
  const lookups = {
    departments,
    courses: courses.map((course: { _id: string; institution: { _id: string } }) => ({
      _id: course._id,
      institution: course.institution._id,
    })),
  }
  const people = Array.from(
    fakeApplications(200, lookups, '2026-06-30'),
    (
      {
        is_accepted: _a,
        is_archived: _b,
        createdAt: _c,
        declined_reason: _d,
        declined_message: _e,
        declinedAt: _f,
        ...answers
      },
      index,
    ) => ({
      ...answers,
      // Required by the public form; some fake applicants have none.
      linkedin_url: answers.linkedin_url ?? `https://linkedin.example.com/in/person-${index}`,
    }),
  )
  const sent = new Map<string, object>()
  for (const person of people) {
    const { status, body } = await ask(api.public.submit, { body: person })
    expect([status, body.fields]).toEqual([201, undefined])
    sent.set(body.referenceId, person)
  }
  expect(sent.size).toBe(200)

  const { body: rows } = await ask(api.attachments.list, { token })
  expect(rows).toHaveLength(200)
  for (const row of rows as Application[]) {
    const { institution, course, department, ...answers } = row
    expect({
      ...answers,
      institution: institution?._id,
      course: course?._id,
      department: department?._id,
    }).toMatchObject(sent.get(row.referenceId)!)
  }
  const phones = rows.map(({ phone_number }: Application) => phone_number) as string[]
  for (const format of [/^07\d{8}$/, /^01\d\d \d{3} \d{3}$/, /^\+2547\d{8}$/, /^\+254 \d{3} /]) {
    expect(phones.some((phone) => format.test(phone))).toBe(true)
  }

  for (const row of rows as Application[]) {
    const q = `${row.first_name} ${row.last_name}`.toUpperCase()
    const { body } = await ask(api.attachments.list, { token, query: { q, limit: '200' } })
    expect([q, body.some(({ _id }: Application) => _id === row._id)]).toEqual([q, true])
  }

  const [accepted, archived] = [rows.slice(0, 60), rows.slice(40, 90)] as Application[][]
  for (const { _id } of accepted!) await ask(api.attachments.accept, { token, id: _id })
  for (const { _id } of archived!) await ask(api.attachments.archive, { token, id: _id })
  const { body: counts } = await ask(api.attachments.counts, { token })
  expect(counts).toEqual({
    total: 200,
    active: 150,
    pending: 110,
    accepted: 40,
    archived: 50,
    declined: 0,
    withdrawn: 0,
    possiblyTwice: expect.any(Number),
    papersMissing: 0,
  })

  const { text } = await ask(api.attachments.export, { token })
  for (const { referenceId, email, phone_number } of rows as Application[]) {
    const [line] = text.match(new RegExp(`^${referenceId},.*`, 'm')) ?? []
    expect(line).toContain(`,${email},${phone_number},`)
  }
}, 30_000)

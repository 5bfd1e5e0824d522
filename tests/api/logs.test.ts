import { expect, onTestFinished, test, vi } from 'vitest'

import { mailSettings } from '../support/sent-emails.ts'
import { startMailServer } from '../support/mail-server.ts'
import { newData, startOwnServer } from '../support/own-server.ts'
import { administrator } from '../support/server.ts'
import { choicesAt } from '../support/concurrent-applicants.ts'
import { formTo, submission } from '../support/submission.ts'

vi.setConfig({ testTimeout: 60_000 }) // a separate server process

/** Personal data, none of which may be in a log. */
const person = {
  first_name: 'Zubeidanne',
  middle_name: 'Mwakahindo',
  last_name: 'Kombokombo',
  phone_number: '0798765432',
  email: 'zubeidanne.k@students.example.ac.ke',
  date_of_birth: '2003-07-19',
  residential_location: 'Kizingitini, plot 88',
  about_yourself: 'I carve doors with my grandmother.',
  community_engagement_statement: 'I teach swimming in Faza.',
  understanding_of_swahilipot: 'A harbour for ideas, I was told.',
  linkedin_url: 'https://linkedin.example.com/in/zubeidanne-kk',
  github_url: 'https://github.example.com/zubeidanne-kk',
  resume_url: 'https://files.example.com/cv/kombokombo.pdf',
  cover_letter_url: 'https://files.example.com/letters/kombokombo.pdf',
}
const staff = {
  name: 'Rukiyanne Mwinyimkuu',
  email: 'rukiyanne@staff.example.org',
  password: 'eleven dhows at dawn',
}
const message = 'Your kizimbani letter is missing its second page.'
const wrongPassword = 'not the password of anybody'
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 Kipekee'

test('a whole journey leaves no personal data and no secret in the log, at any level', async () => {
  const variables = await newData()
  const mail = await startMailServer((to) => ({ recipient: `550 5.1.1 Nobody is ${to}` }))
  onTestFinished(() => mail.stop())
  const server = await startOwnServer({
    ...variables,
    ...mailSettings(mail),
    LOG_LEVEL: 'trace',
    RATE_LIMIT: 'on',
  })
  const secrets: string[] = [administrator.password, staff.password, wrongPassword, 'Kipekee']
  const statuses = new Set<number>()

  async function ask(method: string, path: string, body?: unknown, token = '') {
    const response = await fetch(`${server.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'user-agent': browser,
        referer: `${server.url}/admin?q=${person.last_name}`,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(typeof body === 'object' && { 'content-type': 'application/json' }),
        ...(typeof body === 'string' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    statuses.add(response.status)
    const text = await response.text()
    return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text
  }

  const answers = submission(await choicesAt(server.url), person)
  const { referenceId } = await ask('POST', '/api/users/industrial-attachments', answers)
  await ask('POST', '/api/users/industrial-attachments', { ...answers, email: person.first_name })
  await ask('POST', '/api/users/industrial-attachments', { ...answers, course: person.last_name })
  const form = formTo('/industrial-attachment/apply', answers)
  await ask(form.method, form.url, form.payload)
  await ask('POST', '/industrial-attachment/apply', `first_name=${person.first_name}`)
  await ask('GET', `/industrial-attachment/success?reference=${referenceId}`)
  await ask('GET', `/s/${referenceId}`)
  const proof = { reference: referenceId, contact: person.email }
  await ask('POST', '/api/users/applications/status', proof)
  await ask('POST', '/api/users/applications/status', { ...proof, contact: person.last_name })
  await ask('POST', '/api/users/applications/copy', { ...proof, contact: person.phone_number })
  const shown = String(new URLSearchParams(proof))
  await ask('GET', `/industrial-attachment/status?${shown}`)
  await ask('POST', '/industrial-attachment/status', shown)
  await ask('POST', '/industrial-attachment/status', `reference=${person.last_name}&${shown}`)
  await ask('POST', '/industrial-attachment/status/copy', `${shown}x`)
  await ask('POST', '/industrial-attachment/status/copy', shown)
  await ask('GET', `/${person.first_name}/${person.email}`)
  await ask('GET', `/%zz${person.last_name}`)

  await ask('POST', '/api/auth/login', { email: administrator.email, password: wrongPassword })
  await ask('POST', '/api/auth/login', { email: person.email, password: wrongPassword })
  const { token } = await ask('POST', '/api/auth/login', administrator)
  const { _id } = await ask(
    'POST',
    '/api/admin/users',
    { name: staff.name, email: staff.email, role: 'admin' },
    token,
  )
  await ask('POST', '/api/admin/users', { name: staff.name, email: staff.email }, token)
  const { url } = await ask('POST', `/api/admin/users/${_id}/password-link`, undefined, token)
  const link = new URL(url).hash.split('=')[1] ?? ''
  await ask('POST', '/api/auth/password', { token: link, password: 'Qwertyuiop123' })
  await ask('POST', '/api/auth/password', { token: link, password: staff.password })
  const mine = await ask('POST', '/api/auth/login', staff)
  const { secret, uri } = await ask(
    'POST',
    '/api/auth/second-factor',
    { password: staff.password },
    mine.token,
  )
  await ask('PUT', '/api/auth/second-factor', { code: '123456' }, mine.token)

  await ask('GET', `/api/admin/attachments?limit=5&q=${person.last_name}`, undefined, token)
  const [found] = await ask('GET', `/api/admin/attachments?q=${referenceId}`, undefined, token)
  expect(found.referenceId).toBe(referenceId)
  const change = {
    ...found,
    residential_location: person.residential_location,
    about_yourself: 'Changed.',
  }
  await ask('PUT', `/api/admin/attachments/${found._id}`, change, token)
  await ask('PUT', `/api/admin/attachments/${found._id}`, { ...change, agree_terms: false }, token)
  await ask('PUT', `/api/admin/attachments/${found._id}/accept`, undefined, token)
  const decline = { reason: 'documents', message }
  await ask('PUT', `/api/admin/attachments/${found._id}/decline`, decline, token)
  await ask(
    'POST',
    '/api/admin/attachments/decisions',
    { ids: [found._id], decline: { ...decline, reason: message } },
    token,
  )
  await ask('GET', `/api/admin/attachments/${person.email}`, undefined, token)
  await ask('GET', `/api/admin/attachments?limit=x&q=${person.email}`, undefined, token)
  await ask('GET', `/api/admin/users?q=${staff.email}`, undefined, token)
  expect(
    await ask('GET', `/api/admin/export/attachments?q=${person.phone_number}`, undefined, token),
  ).toContain(person.email)
  await ask(
    'POST',
    '/api/admin/import/institutions',
    { csv: `${person.last_name},x`, store: false },
    token,
  )
  await ask('GET', '/api/admin/history', undefined, token)
  await ask('GET', `/api/admin/attachments/${found._id}/messages`, undefined, token)
  await vi.waitFor(
    () => expect(server.printed.join()).toContain('a message did not go out'),
    15_000,
  )
  await ask('DELETE', `/api/admin/attachments/${found._id}`, undefined, token)
  for (let count = 0; count < 12; count++) {
    await ask('POST', '/api/auth/login', { email: staff.email, password: wrongPassword })
  }
  expect(await server.stop('SIGTERM')).toBe(0)

  const log = server.printed.join('\n')
  expect([...statuses].toSorted((one, other) => one - other)).toEqual([
    200, 201, 302, 303, 307, 400, 401, 404, 409, 422, 429,
  ])
  secrets.push(token, mine.token, link, secret, uri, referenceId)
  const personal = [
    ...Object.values(person),
    message,
    staff.name,
    staff.email,
    administrator.email,
    ...secrets,
  ]
  for (const value of personal) {
    for (const shape of [value, encodeURIComponent(value), value.toLowerCase()]) {
      expect(log.includes(shape) && `the log holds ${shape}`).toBe(false)
    }
  }
  const failed = server.printed.find((line) => line.includes('a message did not go out'))
  expect(JSON.parse(failed!)).toMatchObject({
    message: expect.any(String),
    application: found._id,
    trouble: 'unknown address',
  })
  const answered = server.printed.filter((line) => line.includes('"answered"'))
  expect(answered.length).toBeGreaterThan(30)
  expect(answered.join('\n')).not.toContain('127.0.0.1')
})

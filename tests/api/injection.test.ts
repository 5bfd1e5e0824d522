import { expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { choicesOf, formTo, startApi, submission } from '../support/api.ts'

const { app, ask, token } = await startApi({}, { pages: 'build' })

/** Payloads for HTML, scripts, attributes, spreadsheets, SQL and templates. */
const payloads = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title></textarea></select><svg onload=alert(1)>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;">',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}${alert(1)}`',
  "'; drop table attachments; --",
  '%0d%0aSet-Cookie: a=b',
  '\u2028alert(1)\u2029',
  '../../../../etc/passwd',
  '$& $1 $` \\u003cscript\\u003e',
]
const formulas = [
  '=HYPERLINK("https://evil.example","x")',
  '+cmd|/c calc!A1',
  '-2+3+cmd|x',
  '@SUM(1+1)',
  '=A1+1',
]
const texts = [...payloads, ...formulas]

/** Submits an application with the payload in every free text. */
async function apply(text: string, index: number) {
  const choices = await choicesOf(ask)
  const answers = submission(choices, {
    first_name: text,
    middle_name: text,
    last_name: text,
    email: `harmless${index}@example.org`,
    residential_location: text,
    about_yourself: text,
    community_engagement_statement: text,
    understanding_of_swahilipot: text,
    github_url: `https://example.org/?q=${text.replaceAll(/\s/g, '+')}`,
  })
  const { status, body } = await ask(api.public.submit, { body: answers })
  expect([text, status]).toEqual([text, 201])
  return body.referenceId as string
}

test('answers of applicants come back unchanged, as JSON that no browser renders as a page', async () => {
  for (const [index, text] of texts.entries()) {
    const q = await apply(text, index)
    const { headers, body } = await ask(api.attachments.list, { token, query: { q } })

    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['x-content-type-options']).toBe('nosniff')
    // Line and paragraph breaks become spaces, like all white space in a line.
    const line = text.replaceAll(/\s+/g, ' ').trim()
    expect(body).toMatchObject([{ first_name: line, residential_location: line }])
    expect(body[0].about_yourself).toBe(text.trim())
  }
})

test('no cell of the export starts a formula or breaks out of its quotes', async () => {
  const { text } = await ask(api.attachments.export, { token })
  const cells = [...text.slice(1).matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)]
    .map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain)
    .filter((cell) => !/^[+-]?[\d ]+$/.test(cell))

  expect(cells.length).toBeGreaterThan(400)
  for (const formula of formulas) expect(cells).toContain(`'${formula}`)
  for (const payload of payloads) expect(cells).toContain(payload.replaceAll(/\s+/g, ' ').trim())
  for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
})

const scriptsIn = (page: string) => page.match(/<script/g)?.length

test('hostile names of institutions, courses and departments are escaped in the application form', async () => {
  const before = await app.inject('/industrial-attachment/apply')
  for (const [index, name] of texts.entries()) {
    const named = await ask(api.institutions.create, { token, body: { name, county: 'Lamu' } })
    expect([name, named.status]).toEqual([name, 201])
    const course = { name, institution: named.body._id, certification: 'Degree' }
    expect((await ask(api.courses.create, { token, body: course })).status).toBe(201)
    const department = { name, code: `H${index}`, headOfDepartment: name, description: name }
    expect((await ask(api.departments.create, { token, body: department })).status).toBe(201)
  }
  // The form shows a changed list within a second.
  const read = async () => (await app.inject('/industrial-attachment/apply')).body
  await expect.poll(read, { timeout: 5000 }).toContain('javascript:alert(1)')
  const { statusCode, body } = await app.inject('/industrial-attachment/apply')

  expect(statusCode).toBe(200)
  expect(body).not.toMatch(/<(script|img|svg|iframe)[^>]*(alert\(1\)|onerror|onload|srcdoc|src=x)/i)
  expect(body).not.toContain('<script>alert')
  expect(body).not.toContain('<!--<script>')
  expect(scriptsIn(body)).toBe(scriptsIn(before.body))
})

test('a rejected form shows the typed values as text', async () => {
  for (const text of texts) {
    const fields = { first_name: text, about_yourself: text, resume_url: text, email: text }
    const { statusCode, body } = await app.inject(formTo('/industrial-attachment/apply', fields))

    expect([text, statusCode]).toEqual([text, 422])
    expect(body).not.toMatch(
      /<(script|img|svg|iframe)[^>]*(alert\(1\)|onerror|onload|srcdoc|src=x)/i,
    )
    expect(body).not.toContain('<script>alert')
  }
})

test('the requested URL is not echoed in any page or header', async () => {
  for (const text of texts) {
    const path = `/${encodeURIComponent(text)}?q=${encodeURIComponent(text)}`
    const { statusCode, headers, body } = await app.inject(path)
    expect([text, statusCode]).toEqual([text, 404])
    expect(body).not.toContain('alert(1)')
    expect(JSON.stringify(headers)).not.toMatch(/alert|set-cookie/i)
  }
})

import { expect, test } from 'vitest'

import { languages } from '../../contract/language/languages.ts'
import { shortDocumentPath, shortStatusPath } from '../../contract/message/short-links.ts'
import { startApi } from '../support/api.ts'

const { app, db } = await startApi({}, { pages: 'build' })
const reference = 'SPH-2026-7K3Q9M2X'
const token = 'aB-_'.repeat(11).slice(0, 43)

test.each([
  [`/s/${reference}`, `/industrial-attachment/status?reference=${reference}`],
  [`/sw/s/${reference}`, `/sw/industrial-attachment/status?reference=${reference}`],
  [
    `/s/${reference.toLowerCase()}?from=sms`,
    `/industrial-attachment/status?reference=${reference}`,
  ],
  [`/d/${token}`, `/industrial-attachment/document?token=${token}`],
  [`/sw/d/${token}`, `/sw/industrial-attachment/document?token=${token}`],
  [`/q/${token}`, `/industrial-attachment/questions/${token}`],
  [`/sw/q/${token}`, `/sw/industrial-attachment/questions/${token}`],
  // As messages and people break them.
  [`/s/${reference}.`, `/industrial-attachment/status?reference=${reference}`],
  [`/s/${reference}%0d%0ax:y`, `/industrial-attachment/status?reference=${reference}`],
  [`/d/${token}).`, `/industrial-attachment/document?token=${token}`],
  [
    `/q/${token.slice(0, 9)}%0d%0a${token.slice(9)}%20`,
    `/industrial-attachment/questions/${token}`,
  ],
  ['/s/SPH-2026-7K3', '/industrial-attachment/status?reference='],
  ['/s/%2f%2fevil.example', '/industrial-attachment/status?reference='],
  ['/s/', '/industrial-attachment/status?reference='],
  ['/d/short', '/industrial-attachment/document?token='],
  [`/sw/q/${token}x`, '/sw/industrial-attachment/questions/'],
])('%s leads to %s, and no cache or search engine keeps it', async (url, target) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers, body } = await app.inject({ url, method })

    expect([statusCode, headers.location, body]).toEqual([302, target, ''])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    })
    expect(headers).not.toHaveProperty('set-cookie')
  }
})

test('the links that SMS contain are those of the server, and their pages answer', async () => {
  for (const language of languages) {
    const status = await app.inject(shortStatusPath(language, reference))
    const page = await app.inject(String(status.headers.location))
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`value="${reference}"`)

    const document = await app.inject(shortDocumentPath(language, token))
    const { statusCode, body } = await app.inject(String(document.headers.location))
    expect(statusCode).toBe(404)
    expect(body).toContain(language === 'sw' ? 'lang="sw"' : 'lang="en"')
  }
})

test('an applicant who has chosen Kiswahili comes to the Kiswahili page', async () => {
  const { headers } = await app.inject(`/s/${reference}`)
  const cookie = 'language=sw'
  const page = await app.inject({ url: String(headers.location), headers: { cookie } })

  expect(page.headers.location).toBe(`/sw/industrial-attachment/status?reference=${reference}`)
})

test.each(['/s', `/s/${reference}/more`])('%s is malformed and gets the page 404', async (url) => {
  const { statusCode, headers, body } = await app.inject(url)

  expect(statusCode).toBe(404)
  expect(headers['content-type']).toMatch(/^text\/html/)
  expect(headers).not.toHaveProperty('location')
  expect(body).toContain('</html>')
})

test('a short link needs no database', async () => {
  await db.destroy()
  const { statusCode } = await app.inject(`/s/${reference}`)

  expect(statusCode).toBe(302)
})

import { expect, test } from 'vitest'

import { translatedPaths } from '../../contract/language/languages.ts'
import { formTo, startApi } from '../support/api.ts'

const { app } = await startApi({ TRUST_PROXY: '1' }, { pages: 'build' })
const landing = '/industrial-attachment'

const chosen = (language: string) => ({ headers: { cookie: `other=1; language=${language}` } })

test.each(translatedPaths)(
  'the choice of a language redirects to %s and is stored',
  async (path) => {
    for (const [language, place] of [
      ['sw', `/sw${path}`],
      ['en', path],
    ]) {
      const answer = await app.inject(`/language/${language}${path}?reference=SPH-2026-0K7ANGA1`)
      expect([answer.statusCode, answer.headers]).toMatchObject([
        303,
        {
          location: `${place}?reference=SPH-2026-0K7ANGA1`,
          'set-cookie': `language=${language}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`,
          'cache-control': 'no-store',
        },
      ])
    }
  },
)

test.each(['/sw', '/sw/', '/sw?a=b'])('%s leads to the start in Kiswahili', async (url) => {
  const { statusCode, headers } = await app.inject(url)
  expect([statusCode, headers.location]).toEqual([302, `/sw${landing}${url.replace(/^[^?]+/, '')}`])
})

test('over TLS the cookie is secure, and no other host of the domain can set it', async () => {
  const overTls = { 'x-forwarded-proto': 'https' }
  const { headers } = await app.inject({ url: `/language/sw${landing}`, headers: overTls })
  expect(headers['set-cookie']).toBe(
    '__Host-language=sw; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure',
  )
  const statuses = ['__Host-language=sw', 'language=sw'].map(async (cookie) => {
    const { statusCode } = await app.inject({ url: landing, headers: { ...overTls, cookie } })
    return statusCode
  })
  expect(await Promise.all(statuses)).toEqual([302, 200])
})

test.each([
  '/language/sw/about',
  '/language/sw',
  `/language/fr${landing}`,
  '/language/sw//elsewhere.example',
  '/language/sw/https://elsewhere.example',
  `/language/sw${landing}/..%2f..%2felsewhere.example`,
])('%s redirects nowhere', async (url) => {
  const { statusCode, headers } = await app.inject(url)
  expect(statusCode).toBe(404)
  expect(headers).not.toHaveProperty('location')
  expect(headers).not.toHaveProperty('set-cookie')
})

test.each(translatedPaths)('with Kiswahili chosen, %s redirects to it, uncached', async (path) => {
  for (const method of ['GET', 'HEAD'] as const) {
    for (const url of [`${path}?q=1`, `${path}/?q=1`]) {
      const { statusCode, headers } = await app.inject({ url, method, ...chosen('sw') })
      expect(statusCode).toBe(302)
      expect(headers).toMatchObject({
        location: `/sw${path}?q=1`,
        'cache-control': 'no-store',
        vary: expect.stringContaining('cookie'),
      })
    }
  }
})

test.each([
  ['without a choice', {}],
  ['with English chosen', chosen('en')],
  ['with a language chosen that there is not', chosen('fr')],
])('%s the English page is shown, with Vary for caches', async (_choice, headers) => {
  for (const url of [landing, `${landing}/apply`]) {
    const answer = await app.inject({ url, ...headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('<html lang="en">')
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: expect.stringMatching(/cookie.*accept-encoding/),
    })
  }
})

test('a cached English page is not shown after Kiswahili was chosen', async () => {
  const { etag } = (await app.inject(landing)).headers
  const headers = { 'if-none-match': String(etag) }
  expect((await app.inject({ url: landing, headers })).statusCode).toBe(304)
  const { cookie } = chosen('sw').headers
  const later = await app.inject({ url: landing, headers: { ...headers, cookie } })
  expect(later.statusCode).toBe(302)
})

test('pages and forms below /sw are in Kiswahili whatever was chosen', async () => {
  const page = await app.inject({ url: `/sw${landing}`, ...chosen('en') })
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('<html lang="sw">')])

  for (const [url, lang, department] of [
    [`${landing}/apply`, 'en', 'Creatives'],
    [`/sw${landing}/apply`, 'sw', 'Sanaa na Ubunifu'],
  ] as const) {
    const form = formTo(url, { first_name: 'Zawadi' })
    const answer = await app.inject({
      ...form,
      headers: { ...form.headers, ...chosen('sw').headers },
    })
    expect([answer.statusCode, answer.body]).toEqual([
      422,
      expect.stringContaining(`<html lang="${lang}">`),
    ])
    expect(answer.body).toContain(`>${department}</option>`)
  }
})

test.each([
  ['/nowhere', 'en', 'Oops! Page not found', 'href="/sw/404"'],
  ['/sw/nowhere', 'sw', 'Samahani! Ukurasa haujapatikana', 'href="/404"'],
])('%s is not found, in its language and with a link to the other one', async (...row) => {
  const [url, lang, text, other] = row
  const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } })
  expect(statusCode).toBe(404)
  for (const part of [`<html lang="${lang}">`, text, other]) expect(body).toContain(part)
})

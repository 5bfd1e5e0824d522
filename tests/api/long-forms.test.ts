import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

import { maxLength } from '../../contract/fields.ts'
import { languages, pathIn } from '../../contract/language/languages.ts'
import { translateMessage } from '../../contract/language/kiswahili-server.ts'
import { choicesOf, formTo, startApi, submission } from '../support/api.ts'

const { app, ask } = await startApi({}, { pages: 'build' })
const url = '/industrial-attachment/apply'

test('the longest form is accepted in a script that takes nine bytes per letter', async () => {
  const letters = (length: number, start = '') => start.padEnd(length, '沿')
  const line = letters(maxLength.line)
  const paragraph = letters(maxLength.paragraph)
  const link = letters(maxLength.url, 'https://files.example.com/')
  const longest = formTo(
    url,
    submission(await choicesOf(ask), {
      first_name: line,
      middle_name: line,
      last_name: line,
      residential_location: line,
      about_yourself: paragraph,
      community_engagement_statement: paragraph,
      understanding_of_swahilipot: paragraph,
      linkedin_url: link,
      github_url: link,
      resume_url: link,
      cover_letter_url: link,
    }),
  )

  expect(longest.payload.length).toBeGreaterThan(200_000)
  expect((await app.inject(longest)).statusCode).toBe(303)
})

test.each(languages)('a form that is too long gets an error page (%s)', async (language) => {
  const tooLong = formTo(pathIn(language, url), { about_yourself: 'x'.repeat(256 * 1024) })
  const { statusCode, headers, body } = await app.inject(tooLong)

  expect([statusCode, headers['content-type']]).toEqual([413, 'text/html; charset=utf-8'])
  expect(body).toContain(`<html lang="${language}">`)
  for (const sentence of [
    'This is too large. Please shorten your texts.',
    'If you have just sent a form, go back to it: what you typed is still there.',
  ]) {
    expect(body).toContain(`<p>${translateMessage(language, sentence)}</p>`)
  }
})

test('a browser that reads only after sending the whole form still gets the error page', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const body = 'x'.repeat(8 * 1024 * 1024)
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST ${url} HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  socket.write(body)
  await once(socket, 'drain')

  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 [^]*<\/p>\n$/)
})

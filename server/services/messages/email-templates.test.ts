import { expect, test } from 'vitest'

import { languages } from '../../../contract/language/languages.ts'
import { templateKinds } from '../../../contract/message/message.ts'
import { findTemplateProblems } from '../../../contract/message/template-check.ts'
import { ownText } from './email-templates.ts'
import { renderRow, renderSmsRow, samplePerson } from './render-message.ts'
import { rulesOf } from './template-reader.ts'

const foundation = {
  name: 'Foundation',
  shortName: 'SYF',
  email: 'info@example.org',
  phone: '+254 1',
}

const messages = languages.flatMap((language) =>
  templateKinds.map((kind) => ({ language, kind, text: ownText(language, kind) })),
)

test.each(['https://example.org', undefined])(
  'every placeholder of the e-mails has a value, with PUBLIC_URL %s',
  (publicUrl) => {
    const sender = { foundation, publicUrl }
    const texts = messages.map(({ language, kind, text }) => {
      const row = { ...samplePerson, language, declined_reason: 'dates' as const }
      const { subject, text: words } = renderRow(sender, kind, text, row, { purpose: 'cv' })
      return subject + words
    })

    expect(texts.length).toBeGreaterThan(14)
    expect(texts.filter((text) => /[{}]|undefined|\n\n\n/.test(text))).toEqual([])
  },
)

test('our own texts keep the rules for texts of staff', () => {
  const sender = { foundation, publicUrl: 'https://www.swahili-youth-foundation.org' }
  const wrong = messages.flatMap(({ language, kind, text }) => {
    const problems = findTemplateProblems(text, rulesOf(sender, kind, language))
    return Object.keys(problems).length > 0 ? [{ language, kind, problems }] : []
  })
  expect(wrong).toEqual([])
})

test('a value that looks like a placeholder stays as it is', () => {
  const sender = { foundation: { ...foundation, shortName: '{link}' }, publicUrl: undefined }
  const department = '{reference} {link}'
  const row = { ...samplePerson, department, declined_reason: 'dates' as const }
  const text = { subject: '{department}', body: '{department}\n\n{message}', sms: 'see {link}' }
  const email = renderRow(sender, 'declined', text, { ...row, declined_message: '{reason}' })

  expect(email.subject).toBe(department)
  expect(email.text).toContain(`\n\n${department}\n\n{reason}\n\n`)
  expect(renderSmsRow(sender, 'declined', text, row).text).toBe(
    `{link}: Zawadi, see ${row.referenceId}`,
  )
})

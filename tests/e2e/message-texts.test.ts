import type { APIRequestContext, Locator, Page } from '@playwright/test'

import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { mailSettings } from '../support/sent-emails.ts'
import { serverClock } from '../support/server-clock.ts'
import { newDatabase, startServer } from '../support/server.ts'
import { choose, clear, paste, type } from '../support/hands.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { aPerson } from './application-form.ts'
import { createIntake } from './intakes.ts'
import {
  administrator,
  api,
  enterBackOffice,
  expect,
  hold,
  onlyInAll,
  test as base,
} from './support.ts'

interface Fixtures {
  mail: MailServer
  clock: ReturnType<typeof serverClock>
}

/** A server with a mail server and an SMS gateway that does not answer. */
const test = base.extend<object, Fixtures>({
  clock: [
    async ({ engine: _ }, use) => {
      const clock = serverClock(new Date().toISOString())
      await use(clock)
      clock.remove()
    },
    { scope: 'worker' },
  ],
  mail: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from it
    async ({}, use) => {
      const mail = await startMailServer()
      await use(mail)
      await mail.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ engine, mail, clock }, use) => {
      const { variables, remove } = await newDatabase(engine, process.env['TEST_DATABASE_URL'])
      const SMS_URL = 'africastalking://sandbox:key@SYF?endpoint=http://127.0.0.1:9'
      const server = await startServer({
        ...variables,
        ...clock.variables,
        ...mailSettings(mail),
        SMS_URL,
      })
      await use({ url: server.url, variables })
      await server.stop('SIGTERM')
      await remove()
    },
    { scope: 'worker' },
  ],
})

const group = (page: Page) => page.getByRole('group').filter({ hasText: 'Place offered' })
const section = (page: Page, language: string) =>
  page.getByRole('dialog').getByRole('region', { name: language })
const press = (within: Locator, name: string | RegExp) =>
  within.getByRole('button', { name }).first().click()

async function openText(page: Page) {
  await group(page).getByText('Place offered', { exact: true }).click()
  await press(group(page), /^Change the text/)
}

test('staff rewrite an offer for one intake, and only its people get the new text', async ({
  page,
  request,
  mail,
  clock,
}) => {
  const [mine, other] = [
    await createIntake(request, 'mytexts', { places: 3, applications: 1 }),
    await createIntake(request, 'othertexts', { places: 3, applications: 1 }),
  ]
  const inKiswahili = await applyInKiswahili(request, mine.intake._id)
  await enterBackOffice(page, '/admin/messages')
  await page.getByRole('tab', { name: 'Kiswahili' }).click()
  await choose(page.getByLabel('Texts for'), 'Intake of mytexts')
  await expect(page.getByRole('tab', { name: 'Kiswahili', selected: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Texts for')).toHaveValue(mine.intake._id)
  await openText(page)
  await expect(page.getByRole('dialog')).toContainText('Place offered: text for Intake of mytexts')
  await expectAccessible(page)

  const english = section(page, 'English')
  const body = english.getByLabel('Text of the e-mail')
  await type(english.getByLabel('Subject'), 'Karibu, ')
  await press(english, 'Insert Reference ID')
  await expect(english.getByLabel('Subject')).toHaveValue('Karibu, {reference}')
  await paste(body, 'A place is yours. Answer by {answer_by} here:\n\n')
  await expect(english).toContainText('{link} is missing: people need it to go on')
  await page.keyboard.press('Tab')
  await expect(english.getByRole('button', { name: 'Insert Reference ID' }).nth(1)).toBeFocused()
  await english.getByRole('button', { name: 'Save English' }).click()
  await expect(body).toBeFocused()
  await press(english.getByRole('group', { name: 'Insert' }).nth(1), 'Insert Link')
  await expect(english).not.toContainText('is missing')
  await paste(english.getByLabel('SMS'), `${'long '.repeat(26)}{link} {answer_by}`)
  await expect(english).toContainText(/Too long by \d+: with the longest name and link/)
  await paste(english.getByLabel('SMS'), 'a place is yours until {answer_by}: {link}')
  await expect(english).toContainText(/At most \d+ of 160 characters: 1 part, KES\s0\.80/)

  await press(english, 'Preview')
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview).toContainText('Karibu, SPH-2026-7K3Q9M2X')
  await choose(preview.getByLabel('As it reaches'), 'A person who applied')
  await type(preview.getByLabel('Name or reference ID'), mine.made[0]!.referenceId)
  await preview.getByRole('button', { name: mine.made[0]!.referenceId }).click()
  await expect(preview).toContainText(`Karibu, ${mine.made[0]!.referenceId}`)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)
  await press(english, 'Send it to me')
  await expect(page.getByText(`Sent to ${administrator.email}`)).toBeVisible()
  const sent = mail.arrived.find(({ to }) => to === administrator.email)
  expect(sent?.headers.get('subject')).toBe('[Test] Karibu, SPH-2026-7K3Q9M2X')
  await english.getByRole('button', { name: 'Save English' }).click()
  await expect(page.getByText('English text saved')).toBeVisible()

  const kiswahili = section(page, 'Kiswahili')
  await type(kiswahili.getByLabel('Subject'), 'Nafasi ni yako {jina}')
  await expect(kiswahili).toContainText('{jina} cannot be filled in here. Use only {reference}')
  await type(kiswahili.getByLabel('Subject'), 'Nafasi ni yako')
  await paste(kiswahili.getByLabel('Text of the e-mail'), 'Jibu kabla ya {answer_by}:\n\n{link}')
  await press(kiswahili, 'Send it to me')
  await expect(page.getByText(`Sent to ${administrator.email}`)).toHaveCount(2)
  // The edits outlive a session that has expired.
  await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)))
  await kiswahili.getByRole('button', { name: 'Save Kiswahili' }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await type(again.getByLabel('Password', { exact: true }), administrator.password)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(again).toHaveCount(0)
  await expect(kiswahili.getByLabel('Subject')).toHaveValue('Nafasi ni yako')
  await kiswahili.getByRole('button', { name: 'Save Kiswahili' }).click()
  await expect(page.getByText('Kiswahili text saved')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect(group(page)).toContainText('Changed for this intake')

  const people = [mine.made[0]!, inKiswahili, other.made[0]!]
  for (const { _id } of people) {
    await mine.call('PUT', `/admin/attachments/${_id}/accept`, { is_accepted: true })
  }
  clock.set(new Date(Date.now() + 2 * 60_000).toISOString())
  const offerTo = ({ email }: { email: string }) => {
    const subjects = mail.arrived.filter(({ to }) => to === email)
    return subjects.map(({ headers }) => headers.get('subject')).at(-1)
  }
  await expect
    .poll(() => people.map(offerTo))
    .toEqual([
      `Karibu, ${mine.made[0]!.referenceId}`,
      'Nafasi ni yako',
      expect.stringMatching(/^A place for you: please answer by /),
    ])
  const [mineText, swahili] = people.map(
    ({ email }) => mail.arrived.findLast(({ to }) => to === email)!.text,
  )
  expect(mineText).toContain('A place is yours. Answer by ')
  expect(swahili).toMatch(/^Habari \S+,\n\nJibu kabla ya /)

  await press(group(page), /^Change the text/)
  await type(section(page, 'English').getByLabel('Subject'), 'Half typed')
  await page.keyboard.press('Escape')
  await press(page.getByRole('alertdialog'), 'Keep editing')
  await expect(section(page, 'English').getByLabel('Subject')).toBeFocused()
  // What is typed while a text is being saved stays, with its question.
  const saving = await hold(page, /message-templates\/offered\/en/)
  await page.keyboard.press('Enter')
  await saving.begun
  await page.keyboard.type(', again')
  saving.letGo()
  await expect(page.getByText('English text saved')).toHaveCount(1)
  await page.keyboard.type(' and again', { delay: 25 })
  await expect(section(page, 'English').getByLabel('Subject')).toHaveValue(
    'Half typed, again and again',
  )
  await page.keyboard.press('Escape')
  await press(page.getByRole('alertdialog'), 'Keep editing')
  await clear(section(page, 'English').getByLabel('Subject'))
  await press(section(page, 'English'), 'Remove the text of this intake')
  await press(page.getByRole('alertdialog'), 'Remove the text of this intake')
  await expect(page.getByText('Our text is used again')).toBeVisible()
  await expect(section(page, 'English').getByLabel('Subject')).toHaveValue(
    'A place for you: please answer by {answer_by}',
  )
  await press(section(page, 'English'), 'Versions')
  await press(page.getByRole('dialog', { name: 'Versions' }), 'Restore version 1')
  await expect(page.getByText('Version 1 is used again')).toBeVisible()
  await expect(section(page, 'English').getByLabel('Subject')).toHaveValue('Karibu, {reference}')
})

test(
  'a text that somebody else has changed meanwhile is not overwritten',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const { call } = await createIntake(request, 'conflict', { places: 1, applications: 0 })
    await enterBackOffice(page, '/admin/messages')
    await openText(page)
    const theirs = { subject: 'Theirs', body: '{answer_by}\n\n{link}', sms: '{answer_by} {link}' }
    await call('PUT', '/admin/message-templates/offered/en', { ...theirs, updatedAt: null })
    const english = section(page, 'English')
    await type(english.getByLabel('Subject'), 'Mine')
    await press(english, 'Save English')
    const conflict = page.getByRole('alertdialog')
    await expect(conflict).toContainText('Somebody else has changed this meanwhile')
    await expect(conflict).toContainText('Theirs')
    await press(conflict, 'Keep mine')
    await expect(page.getByText('English text saved')).toBeVisible()
    await expect(english.getByLabel('Text of the e-mail')).toHaveValue('{answer_by}\n\n{link}')
    const stored = (await call('GET', '/admin/message-templates')).find(
      (one: { kind: string }) => one.kind === 'offered',
    )
    expect(stored).toMatchObject({ subject: 'Mine', body: theirs.body })
  },
)

async function applyInKiswahili(request: APIRequestContext, intake: string) {
  const call = await api(request)
  const [course] = await call('GET', '/users/courses')
  const [department] = await call('GET', '/users/departments')
  const person = aPerson('kiswahili-texts')
  const { institution, _id } = course
  await call('POST', '/users/industrial-attachments', {
    ...person,
    institution: institution._id,
    course: _id,
    department: department._id,
    agree_terms: true,
    intake,
    language: 'sw',
    consent: 'sw-1',
  })
  const [stored] = await call('GET', `/admin/attachments?q=${person.email}`)
  return stored as { _id: string; email: string }
}

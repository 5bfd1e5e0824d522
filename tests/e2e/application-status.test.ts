import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { apply, choicesAt } from '../support/concurrent-applicants.ts'
import { emptyPdf } from '../support/documents.ts'
import { submission } from '../support/submission.ts'
import { paste, type } from '../support/hands.ts'
import { control } from './application-form.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { repeatedWidths } from './layout.ts'
import { rowOf } from './records.ts'
import { api, enterBackOffice, expect, onlyInAll, test } from './support.ts'

const path = '/industrial-attachment/status'

/** Submits an application; returns the URL of its confirmation. */
async function applyAs(who: string, { url }: { url: string }) {
  const answers = await apply(url, { email: `${who}@example.org` })
  const receipt = `/industrial-attachment/success?reference=${answers.referenceId}&received=2026-03-02`
  return { ...answers, receipt }
}

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: emptyPdf })

/** Applies with two files, as a browser without scripts does. */
async function applyWithFiles(who: string, page: Page, { url }: { url: string }) {
  const { agree_communications: _, ...answers } = submission(await choicesAt(url), {
    email: `${who}@example.org`,
    resume_url: '',
    cover_letter_url: '',
  })
  const files = { resume_file: pdf('My CV.pdf'), cover_letter_file: pdf('Letter.pdf') }
  const answer = await page.request.post('/industrial-attachment/apply', {
    multipart: { ...answers, ...files },
    maxRedirects: 0,
  })
  const [referenceId = ''] = /SPH-[\w-]{13}/.exec(answer.headers()['location'] ?? '') ?? []
  return { ...answers, referenceId }
}

async function show(page: Page, reference: string, contact: string) {
  await page.goto(path)
  await type(control(page, 'reference'), reference)
  await type(control(page, 'contact'), contact)
  await press(page, 'Check')
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? 'with scripts' : 'without scripts',
    { tag: onlyInAll(javaScriptEnabled) },
    () => {
      test.use({ javaScriptEnabled })
      const who = (name: string) => `${name}-${javaScriptEnabled ? 'scripted' : 'plain'}`

      test('the confirmation links to the status page', async ({ page, server }) => {
        const { receipt, referenceId } = await applyAs(who('leads'), server)
        await page.goto(receipt)
        await page.getByRole('link', { name: 'check your application' }).click()
        await expect(control(page, 'reference')).toHaveValue(referenceId)
        await type(control(page, 'contact'), '+254 712 345-678')
        await press(page, 'Check')

        await expect(heading(page, 'We are still deciding')).toBeVisible()
        await expect(page.getByText(referenceId)).toBeVisible()
        await expect(page.getByRole('main')).not.toContainText('Zawadi')
        expect(new URL(page.url()).search).toBe('')
      })

      test('a copy of the answers can be downloaded', async ({ page, server }) => {
        const answers = await applyAs(who('copy'), server)
        await show(page, answers.referenceId, answers.email)
        const download = page.waitForEvent('download')
        await press(page, 'Download my answers')
        const file = await download
        expect(file.suggestedFilename()).toBe(`application-${answers.referenceId}.html`)

        const copy = await page.context().newPage()
        await copy.goto(`file://${await file.path()}`).catch(() => {})
        const html = await readFile(await file.path(), 'utf8')
        await copy.setContent(html)
        const text = await copy.locator('body').innerText()
        for (const said of [answers.email, answers.about_yourself, "Ng'ang'a", '27 March 2003']) {
          expect(text).toContain(said)
        }
      })

      test('an applicant withdraws after a confirmation', async ({ page, request, server }) => {
        const { referenceId, email } = await applyAs(who('withdraws'), server)
        await show(page, referenceId, email)
        await press(page, 'Withdraw my application')
        await expect(heading(page, 'Withdraw your application?')).toBeVisible()
        await press(page, 'No, keep it')
        await expect(heading(page, 'We are still deciding')).toBeVisible()
        await press(page, 'Withdraw my application')
        await press(page, 'Yes, withdraw my application')
        await expect(heading(page, 'You have withdrawn')).toBeVisible()
        await expect(page.getByRole('button', { name: /withdraw/i })).toHaveCount(0)

        await page.reload()
        await expect(page.getByRole('alert')).toHaveText(
          'You have withdrawn this application already.',
        )
        await expect(heading(page, 'You have withdrawn')).toBeVisible()

        const call = await api(request)
        const found = await call('GET', `/admin/attachments?decision=withdrawn&q=${email}`)
        expect(found).toMatchObject([{ referenceId, is_archived: true }])
      })

      test('an applicant gets the files back and replaces one until a decision', async ({
        page,
        request,
        server,
      }) => {
        const { referenceId, email } = await applyWithFiles(who('replaces'), page, server)
        await show(page, referenceId, email)
        await expect(page.getByText('My CV.pdf, 1 KB')).toBeVisible()
        await expect(page.getByText('Letter.pdf, 1 KB')).toBeVisible()
        await expect(page.getByText(/virus/)).toHaveCount(0)
        const download = page.waitForEvent('download')
        await press(page, 'Download My CV.pdf')
        const file = await download
        expect(file.suggestedFilename()).toBe('My CV.pdf')
        expect(await readFile(await file.path())).toEqual(emptyPdf)

        await page.getByText('Replace: CV').click()
        const form = page.getByRole('form', { name: 'Replace: CV' })
        const sendIt = form.getByRole('button', { name: 'Send in its place' })
        await control(page, 'resume_file').setInputFiles({
          ...pdf('x.pdf'),
          buffer: Buffer.from('x'),
        })
        await sendIt.click()
        await expect(page.getByRole('alert')).toContainText('CV')
        await expect(control(page, 'resume_file')).toHaveAttribute('aria-invalid', 'true')
        await control(page, 'resume_file').setInputFiles(pdf('Better.pdf'))
        await sendIt.click()
        await expect(page.getByRole('status')).toContainText('We have received it.')
        await expect(page.getByText('Better.pdf, 1 KB')).toBeVisible()
        await expect(page.getByText('My CV.pdf')).toHaveCount(0)

        const call = await api(request)
        const [stored] = await call('GET', `/admin/attachments?q=${email}`)
        await call('PUT', `/admin/attachments/${stored._id}/accept`)
        await show(page, referenceId, email)
        await expect(page.getByText('Better.pdf, 1 KB')).toBeVisible()
        await expect(page.getByText(/^Replace:/)).toHaveCount(0)
      })

      test('a wrong contact and an unknown reference get the same answer, and the typed values stay', async ({
        page,
        server,
      }) => {
        const { referenceId } = await applyAs(who('wrong'), server)
        for (const [reference, contact] of [
          [referenceId, 'nobody@example.org'],
          ['sph 2026 zzzz zzzz', '0700 000 000'],
        ] as const) {
          await show(page, reference, contact)
          await expect(page.getByRole('alert')).toHaveText(
            'We know no application with this reference ID and this phone number or email address. Please check both.',
          )
          await expect(page.getByRole('alert')).toBeFocused()
          await expect(control(page, 'reference')).toHaveValue(reference)
          await expect(control(page, 'contact')).toHaveValue(contact)
        }
      })

      test('typed values and the shown status survive a change of language', async ({
        page,
        server,
      }) => {
        const { referenceId, email } = await applyAs(who('switched'), server)
        await page.goto(path)
        await type(control(page, 'reference'), referenceId)
        await press(page, 'Kiswahili')
        await expect(page).toHaveURL(`/sw${path}`)
        await expect(control(page, 'reference')).toHaveValue(referenceId)
        await expect(page.getByRole('alert')).toHaveCount(0)
        await type(control(page, 'contact'), email)
        await press(page, 'Angalia')
        await expect(heading(page, 'Bado hatujaamua')).toBeVisible()
        await press(page, 'English')
        await expect(page).toHaveURL(path)
        await expect(heading(page, 'We are still deciding')).toBeVisible()
      })

      test('Enter submits the form in its language', async ({ page, server }) => {
        const { referenceId, email } = await applyAs(who('enters'), server)
        for (const [address, title] of [
          [path, 'We are still deciding'],
          [`/sw${path}`, 'Bado hatujaamua'],
        ] as const) {
          await page.goto(address)
          await paste(control(page, 'reference'), `${page.url()}?reference=${referenceId}`)
          await type(control(page, 'contact'), email)
          await control(page, 'contact').press('Enter')
          await expect(heading(page, title)).toBeVisible()
          await expect(page).toHaveURL(address)
        }
      })

      test('the confirmation can be bookmarked and prints on one page', async ({
        page,
        server,
      }) => {
        const { receipt, referenceId, email } = await applyAs(who('prints'), server)
        await page.goto(receipt)
        await page.goto('/')
        await page.goto(receipt)
        await page.reload()
        await expect(page.getByText(referenceId)).toBeVisible()
        await expect(page.getByText('2 March 2026')).toBeVisible()

        for (const format of ['A4', 'Letter']) {
          const printed = await page.pdf({ format })
          expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
        }
        await page.emulateMedia({ media: 'print' })
        await expect(page.getByRole('main').getByText('Swahili Youth Foundation')).toBeVisible()
        await expect(page.getByText('2 March 2026')).toBeVisible()
        await expect(
          page.getByText(`(${javaScriptEnabled ? new URL(page.url()).host : ''}${path})`),
        ).toBeVisible()
        await expect(page.getByRole('main').getByText('hello@foundation.example')).toBeVisible()
        await expect(page.getByRole('link', { name: 'Back to Home' })).toBeHidden()
        await expect(page.getByRole('contentinfo')).toBeHidden()

        await page.emulateMedia({ media: null })
        await show(page, referenceId, email)
        await expect(page.getByRole('button', { name: 'Withdraw my application' })).toBeVisible()
        await page.emulateMedia({ media: 'print' })
        await expect(page.getByText(referenceId)).toBeVisible()
        await expect(page.getByRole('button')).toHaveCount(0)
      })
    },
  )
}

test('each step is accessible and fits a phone', async ({ page, server }) => {
  test.setTimeout(90_000)
  const { receipt, referenceId, email } = await applyAs('axe', server)
  const withFiles = await applyWithFiles('axe-files', page, server)
  const undecided = heading(page, 'We are still deciding')
  const steps = [
    [() => page.goto(receipt), heading(page, 'Application Submitted!')],
    [() => show(page, 'SPH', 'nobody'), page.getByRole('alert')],
    [() => show(page, withFiles.referenceId, withFiles.email), undecided],
    [() => page.getByText('Replace: CV').click(), control(page, 'resume_file')],
    [() => show(page, referenceId, email), undecided],
    [() => press(page, 'Withdraw my application'), heading(page, 'Withdraw your application?')],
    [() => press(page, 'Yes, withdraw my application'), heading(page, 'You have withdrawn')],
  ] as const
  for (const [step, shown] of steps) {
    await step()
    await expect(shown).toBeVisible()
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page)
      if (repeatedWidths.includes(width)) await expectAccessible(page)
    }
  }
})

test('with scripts, a button copies the reference', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/industrial-attachment/success?reference=SPH-2026-0K7ANGA1')
  await press(page, 'Copy the reference ID')
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('SPH-2026-0K7ANGA1')
})

test('a confirmation with an invalid reference or date shows none and copies none', async ({
  page,
}) => {
  await page.goto('/industrial-attachment/success?reference=0900&received=2026-19-39')
  await expect(heading(page, 'Application Submitted!')).toBeVisible()
  await expect(page.getByText('Received on')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Copy/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'check your application' }).click()
  await expect(control(page, 'reference')).toHaveValue('')
})

test('pages about one application are not cached, not indexed, and send no referrer', async ({
  page,
  request,
  server,
}) => {
  const { receipt, referenceId, email } = await applyAs('kept-private', server)
  const form = { reference: referenceId, contact: email }
  const answers = [
    await request.get(receipt),
    await request.get(`${path}?reference=${referenceId}`),
    await request.post(path, { form }),
    await request.post(path, { form: { ...form, contact: 'nobody@example.org' } }),
    await request.post(`${path}/copy`, { form }),
  ]
  expect(answers.map((answer) => answer.status())).toEqual([200, 200, 200, 404, 200])
  for (const answer of answers) {
    expect(answer.headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    })
  }
  await page.goto(path)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /^noindex/)
  const refused = await request.post(`${path}/copy`, { form: { ...form, contact: '0700000000' } })
  expect(refused.status()).toBe(404)
  expect(await refused.text()).toContain('We know no application')
  expect((await request.get(`${path}/copy`)).url()).toBe(`${server.url}${path}`)
})

test('the status page works without React', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (asked) => {
    if (asked.resourceType() === 'script') scripts.push(new URL(asked.url()).pathname)
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  expect(scripts).toHaveLength(1)
  expect(scripts[0]).toMatch(/enhance/)
})

test('the landing page and the form link to the status page', async ({ page }) => {
  for (const [from, name] of [
    ['/industrial-attachment', 'Check my application'],
    ['/industrial-attachment/apply', 'Already applied?'],
  ] as const) {
    await page.goto(from)
    await page.getByRole('main').getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
  }
})

test(
  'an applicant sees the status in Kiswahili',
  { tag: onlyInAll() },
  async ({ page, server }) => {
    const { receipt, referenceId, email } = await applyAs('kiswahili', server)
    await page.goto(`/sw${receipt}`)
    await page.getByRole('link', { name: 'kufuatilia maombi yako' }).click()
    await type(control(page, 'contact'), 'nobody@example.org')
    await press(page, 'Angalia')
    await expect(page.getByRole('alert')).toContainText('Hatuna maombi')
    await type(control(page, 'contact'), email)
    await press(page, 'Angalia')
    await expect(heading(page, 'Bado hatujaamua')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'sw')

    const download = page.waitForEvent('download')
    await press(page, 'Pakua majibu yangu')
    const copy = await readFile(await (await download).path(), 'utf8')
    expect(copy).toContain('<html lang="sw">')
    expect(copy).toContain(`Maombi yangu ${referenceId}`)
    await press(page, 'Ondoa maombi yangu')
    await expect(page.getByRole('button', { name: 'Ndiyo, ondoa maombi yangu' })).toBeVisible()
    // The page before was the answer to a POST, which no cache has.
    await page.goBack()
    await type(control(page, 'reference'), referenceId)
    await type(control(page, 'contact'), email)
    await press(page, 'Angalia')
    await press(page, 'Ondoa maombi yangu')
    await press(page, 'Ndiyo, ondoa maombi yangu')
    await expect(heading(page, 'Umeondoa maombi yako')).toBeVisible()
    await expect(page).toHaveURL(`/sw${path}`)
  },
)

test('staff see a withdrawn application, find it, and bring it back before deciding', async ({
  page,
  request,
  server,
}) => {
  const { referenceId: reference, email } = await applyAs('staff-see', server)
  const proof = { reference, contact: email }
  const answer = await request.post('/api/users/applications/withdrawal', { data: proof })
  expect(answer.status()).toBe(200)

  await enterBackOffice(page, `/admin/industrial-attachments?q=${email}`)
  await page.getByRole('link', { name: / withdrawn$/ }).click()
  await expect(page.getByLabel('Decision')).toHaveValue('withdrawn')
  await type(page.getByPlaceholder(/^Search by name/), email)
  await expect(page).toHaveURL(/q=staff-see/)
  const row = rowOf(page, email)
  await expect(row).toContainText('Withdrawn')
  await row.getByRole('button', { name: /^Accept Application/ }).click()
  await expect(page.getByText('1 was left as it is: withdrawn by the applicant')).toBeVisible()

  await row.locator('[data-opens]').click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('heading', { name: 'Withdrawn by the applicant' })).toBeVisible()
  await expect(panel.getByText('Withdrew')).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Accept/ })).toHaveCount(0)
  await expect(panel.getByRole('button', { name: /^Decline/ })).toHaveCount(0)
  await expectAccessible(page)
  await panel.getByRole('button', { name: /^Bring back/ }).click()
  await expect(page.getByText('1 application unarchived')).toBeVisible()

  await page.goto(`/admin/industrial-attachments?q=${email}`)
  await expect(rowOf(page, email)).toContainText('Pending')
  await rowOf(page, email)
    .getByRole('button', { name: /^Accept Application/ })
    .click()
  await expect(rowOf(page, email)).toContainText('Accepted')

  await page.goto('/admin/history?action=withdraw')
  await expect(rowOf(page, 'Withdrew').first()).toContainText('Applicant')
})

test('undo restores the withdrawal', { tag: onlyInAll() }, async ({ page, request, server }) => {
  const { referenceId: reference, email } = await applyAs('undone', server)
  await request.post('/api/users/applications/withdrawal', { data: { reference, contact: email } })
  await enterBackOffice(page, `/admin/industrial-attachments?view=all&q=${email}`)
  const row = rowOf(page, email)
  await row.getByRole('button', { name: /^Bring back/ }).click()
  await expect(row).toContainText('Pending')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Withdrawn')
})

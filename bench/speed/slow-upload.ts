import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { chromium, type Page } from '@playwright/test'

import {
  aPerson,
  control,
  fillIn,
  sendButton,
  submitButton,
} from '../../tests/e2e/application-form.ts'
import { findChromium } from '../../tests/support/chromium.ts'
import { pdfOf } from '../../tests/support/uploads.ts'
import { until } from '../cluster/program.ts'
import { serverWith } from './engines.ts'
import { quantity, type Figure, type Setting } from './figure.ts'
import { rate, slowLink } from './slow-link.ts'

const size = 300_000
const cuts = 5
/** Milliseconds for which a cut link refuses connections. */
const away = 3000

/**
 * The form in a browser sends an application with a file over a link that is cut again and again.
 * The link is quick until the application is sent.
 */
export async function slowUpload(setting: Setting): Promise<Figure> {
  const server = await serverWith('sqlite', setting)
  const link = await slowLink(server.url)
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const pdf = Buffer.from(pdfOf(size))
  const find = () =>
    server.db.selectFrom('documents').select(['sha256', 'attachment']).executeTakeFirst()
  try {
    const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 360, height: 740 } })
    await page.goto(`${link.url}industrial-attachment/apply`, { waitUntil: 'networkidle' })
    await fillIn(page, aPerson('over-2g'))
    await control(page, 'resume_url').fill('')
    const before = link.sent()
    const sent = () => link.sent() - before
    await choose(page, pdf)
    await submitButton(page).click()
    await sendButton(page).waitFor()

    link.slowDown()
    const began = performance.now()
    await sendButton(page).click()
    for (let cut = 1; cut <= cuts; cut++) {
      const bytes = (size * cut) / (cuts + 1)
      await until(`${bytes} bytes are sent`, 120, async () => sent() >= bytes)
      link.cut()
      await sleep(away)
      link.mend()
    }
    await until('the server has the file', 300, async () => (await find())?.sha256 != null)
    const bytes = sent()
    const seconds = (performance.now() - began) / 1000
    await until('the application has the file', 60, async () => (await find())?.attachment != null)
    if ((await find())?.sha256 !== hash('sha256', pdf)) throw new Error('The file has changed')
    return {
      what: `a file of ${size / 1000} KB over 2G (50 kbit/s, 400 ms), cut ${cuts} times: bytes sent`,
      measured: `${quantity(bytes / 1000)} KB in ${quantity(seconds)} s`,
      limit: `${size / 1000} KB: the file; ${size / rate / 1000} s without cuts`,
      value: bytes / size,
      target: 'bytes over a slow link',
    }
  } finally {
    await browser.close()
    link.cut()
    await server.close()
  }
}

async function choose(page: Page, buffer: Buffer) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file or photo: CV' }).click()
  await (await chooser).setFiles([{ name: 'CV.pdf', mimeType: 'application/pdf', buffer }])
  await page.getByText('CV.pdf (300 KB)').first().waitFor()
}

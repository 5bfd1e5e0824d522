import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

import type { APIRequestContext, Page, Request } from '@playwright/test'
import sharp from 'sharp'

import { documentMessages } from '../../contract/document/document-messages.ts'
import { sqliteFile } from '../../server/database/open.ts'
import { fragileLink } from '../support/tcp-proxy.ts'
import { clear } from '../support/hands.ts'
import { wordParts, zipOf } from '../support/word-files.ts'
import { aPerson, control, fillIn, send, sendButton, submitButton } from './application-form.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { syncInBackground } from './background-sync.ts'
import { goOffline } from './drafts.ts'
import { api, expect, signIn, onlyInAll, test } from './support.ts'

const path = '/industrial-attachment/apply'
const uploads = '**/api/users/documents**'
const submissions = '**/api/users/industrial-attachments'
const resume = 'CV'
const size = /\d+ KB/

interface TestFile {
  name: string
  mimeType: string
  buffer: Buffer
}

test('two photos become one small upright PDF, survive a reload, and reach staff', async ({
  page,
  request,
}) => {
  const person = await begin(page, 'two-photos')
  await choose(page, [await photo('IMG_1.jpg'), await photo('IMG_2.jpg')])
  await expect(chosen(page)).toHaveText(/^IMG_1\.pdf \(2 photos, \d+ KB\)$/)
  const cost = size.exec(await chosen(page).innerText())?.[0]
  await expect(page.locator('a[href="#kept-notice"]')).toHaveText('Saved on this device')
  await page.reload()
  await expect(chosen(page)).toHaveText(`IMG_1.pdf (2 photos, ${cost})`)
  // The course of the draft is back last: its list is loaded for the institution.
  await expect(control(page, 'course')).not.toHaveValue('')

  await submitButton(page).click()
  await expect(answer(page, 'CV')).toHaveText(`File: IMG_1.pdf, ${cost}`)
  await expect(answer(page, 'Cover letter')).toHaveText(person.cover_letter_url)
  await expect(page.getByText(`Sending takes ${cost} of your data.`)).toBeVisible()
  await sendButton(page).click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()

  const [document] = await documentsOf(request, person.email)
  expect(document).toMatchObject({ purpose: 'cv', name: 'IMG_1.pdf', type: 'application/pdf' })
  expect(document!.size).toBeLessThan(1_000_000)
  const received = (await download(request, document!._id)).toString('latin1')
  const pages = [...received.matchAll(/MediaBox\[0 0 (\d+) (\d+)\]/g)].map((box) => box.slice(1))
  expect(pages).toEqual([
    ['595', '793'],
    ['595', '793'],
  ])
  expect(await stored(page)).toEqual({ documents: 0, contents: 0 })
})

test(
  'a photo can be added later, and a file can be removed or chosen anew',
  { tag: onlyInAll() },
  async ({ page }) => {
    await begin(page, 'adds-photo')
    await choose(page, [await photo('page.jpg')])
    await expect(chosen(page)).toHaveText(/^page\.jpg \(1 photo, \d+ KB\)$/)
    await choose(page, [await photo('second.png', 'png')], 'Add photos')
    await expect(chosen(page)).toHaveText(/^page\.pdf \(2 photos, \d+ KB\)$/)
    await choose(page, [pdf('CV.pdf', 120_000)], 'Choose another file')
    await expect(chosen(page)).toHaveText('CV.pdf (120 KB)')
    await expect(page.getByRole('button', { name: `Add photos: ${resume}` })).toHaveCount(0)
    await page.getByRole('button', { name: `Remove the file: ${resume}` }).click()
    await expect(chosen(page)).toHaveText('')
    await expect(
      page.getByRole('button', { name: `Choose a file or photo: ${resume}` }),
    ).toBeFocused()
    await submitButton(page).click()
    await expect(page.locator('#resume_url-error')).toHaveText('Valid URL required')
    await choose(page, [pdf('CV.pdf', 120_000)])
    await expect(page.locator('#resume_url-error')).toHaveCount(0)

    // On a slow phone the button is pressed while photos are still made smaller.
    await page.getByRole('button', { name: `Remove the file: ${resume}` }).click()
    const processor = await page.context().newCDPSession(page)
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await page.setViewportSize({ width: 360, height: 740 })
    await pick(page, [await photo('1.jpg')])
    await submitButton(page).scrollIntoViewIfNeeded()
    const top = async () => (await submitButton(page).boundingBox())!.y
    const before = await top()
    await prepared(page)
    expect(Math.abs((await top()) - before), 'px by which the button moved').toBeLessThan(30)
    // Another choice, or Remove, while photos are made smaller: the last one wins.
    const photos = [await photo('1.jpg'), await photo('2.jpg')]
    await pick(page, photos, 'Choose another file')
    await pick(page, [pdf('CV.pdf', 120_000)], 'Choose another file')
    await prepared(page)
    await expect(chosen(page)).toHaveText('CV.pdf (120 KB)')
    await pick(page, photos, 'Choose another file')
    await page.getByRole('button', { name: `Remove the file: ${resume}` }).click()
    await prepared(page)
    await expect(chosen(page)).toHaveText('')
    await pick(page, photos)
    await submitButton(page).click()
    await expect(answer(page, 'CV')).toHaveText(/^File: 1\.pdf/)
  },
)

test('files that the server would refuse are refused at once, with the same sentences', async ({
  page,
}) => {
  await begin(page, 'refused-early')
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  const large = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(5_000_000)])
  const macros = Buffer.from(zipOf({ ...wordParts(), 'word/VBAproject.bin': '' }))
  const cases: [Buffer, string, string][] = [
    [Buffer.from('<!doctype html><p>CV'), 'CV.pdf', documentMessages.html],
    [Buffer.from('My CV'), 'CV.pdf', documentMessages.other],
    [Buffer.alloc(0), 'CV.pdf', documentMessages.empty],
    [heic, 'IMG_1.HEIC', documentMessages.heic],
    [Buffer.from(zipOf({ 'page.jpg': '' })), 'CV.docx', documentMessages.zip],
    [Buffer.from('PK\x03\x04 and no more'), 'CV.docx', documentMessages.broken],
    [macros, 'CV.docx', documentMessages.macros],
    [Buffer.from('%PDF-1.4\n'), 'CV.pdf', documentMessages.broken],
    [large, 'CV.pdf', 'This file is larger than 5 MB. Please choose a smaller one.'],
    [
      Buffer.from('%PDF-1.4\n'),
      'CV.docx',
      'The name of this file ends in .docx, but it is a PDF. Please choose the right file, or change its name.',
    ],
  ]
  for (const [buffer, name, sentence] of cases) {
    await choose(page, [{ name, mimeType: '', buffer }])
    await expect(page.locator('#resume_document-error')).toHaveText(sentence)
    await expect(chosen(page)).toHaveText('')
  }
  await choose(page, [pdf('CV.pdf', 1000), await photo('page.jpg')])
  await expect(page.locator('#resume_document-error')).toHaveText(documentMessages.oneFile)
  await choose(page, [pdf('CV.pdf', 1000)])
  await expect(page.locator('#resume_document-error')).toHaveCount(0)
})

test('a Word file of Word Online is accepted', { tag: onlyInAll() }, async ({ page }) => {
  await begin(page, 'word-online')
  const buffer = Buffer.from(zipOf(wordParts('word/document2.xml')))
  await choose(page, [{ name: 'CV.docx', mimeType: '', buffer }])
  await expect(chosen(page)).toHaveText('CV.docx (1 KB)')
  await expect(page.locator('#resume_document-error')).toHaveCount(0)
})

test('a file chosen offline waits for the network and is sent before the application', async ({
  page,
  context,
  request,
}) => {
  const person = await begin(page, 'file-offline')
  await goOffline(page)
  await choose(page, [pdf('CV.pdf', 410_000)])
  await send(page)
  await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
  await expect(page.getByText('0 % of 410 KB sent').first()).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  expect(await documentsOf(request, person.email)).toMatchObject([
    { name: 'CV.pdf', size: 410_000 },
  ])
})

test(
  'an upload over a link that breaks again and again arrives without a hand',
  { tag: onlyInAll() },
  async ({ page, server, request }) => {
    let breaks = 0
    let sent = 0
    const link = await fragileLink(server.url, (data, _from, to, isUp) => {
      to.write(data)
      if (isUp) sent += data.length
      if (breaks < 5 && sent > 100_000) {
        breaks++
        sent = 0
        link.tear()
      }
    })
    const person = await begin(page, 'broken-link', link.url.slice(0, -1))
    await choose(page, [pdf('CV.pdf', 1_500_000)])
    await send(page)
    await expect(page.getByText(/SPH-\d{4}/)).toBeVisible({ timeout: 40_000 })
    expect(breaks).toBe(5)
    expect(await documentsOf(request, person.email)).toMatchObject([{ size: 1_500_000 }])
    link.cut()
  },
)

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test(
    'another tab continues the upload of a closed one',
    { tag: onlyInAll() },
    async ({ page, context, request }) => {
      const person = await begin(page, 'closed-tab')
      await choose(page, [pdf('CV.pdf', 300_000)])
      let chunks = 0
      await page.route(uploads, (route) => {
        chunks += route.request().method() === 'PATCH' ? 1 : 0
        return chunks > 1 ? route.abort() : route.continue()
      })
      await send(page)
      await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
      await expect(page.getByText('21 % of 300 KB sent')).toBeVisible()
      await page.close()

      const later = await context.newPage()
      const asked: Request[] = []
      later.on('request', (one) => asked.push(one))
      await later.goto(path)
      await expect(later.getByRole('heading', { name: 'Received' })).toBeVisible()
      const sent = asked.filter((one) => one.url().includes('/api/users/documents'))
      expect(sent.slice(0, 2).map((one) => one.method())).toEqual(['HEAD', 'PATCH'])
      expect(Number(await sent[1]!.headerValue('upload-offset'))).toBe(65_536)
      expect(await documentsOf(request, person.email)).toMatchObject([{ size: 300_000 }])
    },
  )
})

test(
  'the service worker continues an upload after the page is closed',
  { tag: onlyInAll() },
  async ({ page, context, request }) => {
    const person = await begin(page, 'after-closing')
    await choose(page, [pdf('CV.pdf', 300_000)])
    await goOffline(page)
    await send(page)
    await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
    const other = await context.newPage()
    await page.close()
    await context.setOffline(false)
    await syncInBackground(other, new URL(path, page.url()).origin)
    await expect
      .poll(() => documentsOf(request, person.email))
      .toMatchObject([{ name: 'CV.pdf', size: 300_000 }])
  },
)

test(
  'sending can be stopped, and goes on where it stopped',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const person = await begin(page, 'stops')
    await choose(page, [pdf('CV.pdf', 300_000)])
    const { held } = await holdSecondChunk(page)
    await send(page)
    await held
    await expect(page.getByText('21 % of 300 KB sent')).toBeVisible()
    // `unroute` sends a held chunk that the page has not aborted yet.
    const aborted = page.waitForEvent('requestfailed', (one) => one.method() === 'PATCH')
    await page.getByRole('button', { name: 'Stop sending' }).click()
    await aborted
    await expect(control(page, 'first_name')).toHaveValue(person.first_name)
    await expect(chosen(page)).toHaveText('CV.pdf (300 KB)')

    await page.unroute(uploads)
    await submitButton(page).click()
    await expect(page.getByText('Sending takes 234 KB of your data.')).toBeVisible()
    await sendButton(page).click()
    await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    expect(await documentsOf(request, person.email)).toMatchObject([{ size: 300_000 }])
  },
)

test(
  'a file that the server refuses makes a draft again, with the error beside the file',
  { tag: onlyInAll() },
  async ({ page }) => {
    const person = await begin(page, 'refused-late')
    const objects =
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj'
    const noPages = Buffer.from(
      `%PDF-1.4\n${objects}\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n`,
    )
    await choose(page, [{ name: 'Empty.pdf', mimeType: 'application/pdf', buffer: noPages }])
    await send(page)
    const error = page.getByRole('alert').getByRole('link', { name: resume })
    await expect(error).toHaveText(`${resume}: ${documentMessages.noPages}`)
    await expect(page.locator('#resume_document-error')).toHaveText(documentMessages.noPages)
    await expect(control(page, 'first_name')).toHaveValue(person.first_name)
    await error.click()
    await expect(page.getByRole('button', { name: `Choose another file: ${resume}` })).toBeFocused()
    await choose(page, [pdf('CV.pdf', 1000)], 'Choose another file')
    await send(page)
    await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  },
)

test(
  'an upload that the server has lost is repeated once by itself',
  { tag: onlyInAll() },
  async ({ page, server, request }) => {
    const person = await begin(page, 'lost-upload')
    await choose(page, [pdf('CV.pdf', 50_000)])
    await page.route(
      submissions,
      async (route) => {
        const database = new DatabaseSync(sqliteFile(server.variables['DATA_DIR'] ?? ''), {
          timeout: 5000,
        })
        database.exec('delete from documents where attachment is null')
        database.close()
        await route.continue()
      },
      { times: 1 },
    )
    await send(page)
    await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    expect(await documentsOf(request, person.email)).toMatchObject([{ size: 50_000 }])
  },
)

test(
  'each application on a phone has its own files, which go with it',
  { tag: onlyInAll() },
  async ({ page }) => {
    page.on('dialog', (dialog) => void dialog.accept())
    await begin(page, 'first-person')
    await choose(page, [pdf('First.pdf', 2000)])
    await page.reload()
    await expect(chosen(page)).toHaveText('First.pdf (2 KB)')
    await page.getByRole('button', { name: 'Someone else applies on this device' }).click()
    await expect(chosen(page)).toHaveText('')
    await choose(page, [pdf('Second.pdf', 3000)])
    await expect(page.locator('a[href="#kept-notice"]')).toHaveText('Saved on this device')
    expect(await stored(page)).toEqual({ documents: 2, contents: 2 })

    await page.getByRole('button', { name: 'Discard it' }).click()
    await expect.poll(() => stored(page)).toEqual({ documents: 1, contents: 1 })
    await expect(chosen(page)).toHaveText('Second.pdf (3 KB)')
    await page.getByRole('button', { name: 'Clear my answers' }).click()
    await expect(chosen(page)).toHaveText('')
    expect(await stored(page)).toEqual({ documents: 0, contents: 0 })
  },
)

test(
  'a browser that cannot store anything sends the file from its memory',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Not in private mode', 'SecurityError')
      }
    })
    const person = await begin(page, 'private-mode')
    await choose(page, [pdf('CV.pdf', 200_000)])
    await expect(chosen(page)).toHaveText('CV.pdf (200 KB)')
    await expect(page.getByText('This device has no room to keep the file.')).toBeVisible()
    await send(page)
    await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    expect(await documentsOf(request, person.email)).toMatchObject([{ size: 200_000 }])
  },
)

test(
  'a phone whose disk is full sends the file before the application is queued',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const person = await begin(page, 'disk-full')
    await page.evaluate(() => {
      const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')!
      IDBObjectStore.prototype.put = function (value: object, ...key) {
        if ('bytes' in value) throw new DOMException('The disk is full', 'QuotaExceededError')
        return put.value.call(this, value, ...key)
      }
    })
    await choose(page, [pdf('CV.pdf', 200_000)])
    await expect(page.getByText('This device has no room to keep the file.')).toBeVisible()
    await send(page)
    await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    expect(await documentsOf(request, person.email)).toMatchObject([{ size: 200_000 }])
  },
)

test('a browser of 2022 turns photos upright, too', { tag: onlyInAll() }, async ({ page }) => {
  await page.addInitScript(() => {
    const original = globalThis.createImageBitmap
    globalThis.createImageBitmap = ((picture: Blob, options?: ImageBitmapOptions) =>
      options?.imageOrientation === 'from-image'
        ? Promise.reject(new TypeError('from-image is not a valid enum value'))
        : original(picture, options)) as typeof createImageBitmap
  })
  await begin(page, 'old-browser-photo')
  await choose(page, [await photo('page.jpg')])
  await expect(chosen(page)).toHaveText(/^page\.jpg \(1 photo, \d+ KB\)$/)
})

test('in Kiswahili, errors and costs are in Kiswahili', { tag: onlyInAll() }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/sw${path}`)
  await choose(
    page,
    [{ name: 'CV.pdf', mimeType: '', buffer: Buffer.from('CV') }],
    /^Chagua faili au picha:/,
  )
  await expect(page.locator('#resume_document-error')).toHaveText(/^Tafadhali chagua PDF/)
  await choose(page, [await photo('a.jpg'), await photo('b.jpg')], /^Chagua faili au picha:/)
  await expect(chosen(page)).toHaveText(/^a\.pdf \(picha 2, \d+ KB\)$/)
  // A control half below the bar at the top has no room for a finger.
  await page.keyboard.press('Home')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

/** Opens the form and fills it in, without a link to the resume. */
async function begin(page: Page, who: string, site = '') {
  const person = aPerson(who)
  await page.goto(site + path)
  await fillIn(page, person)
  await clear(control(page, 'resume_url'))
  return person
}

/** Chooses files for the resume with one of its buttons, and waits until they are in the form. */
async function choose(page: Page, files: TestFile[], button?: string | RegExp) {
  await pick(page, files, button)
  await prepared(page)
}

const prepared = (page: Page) =>
  expect(page.getByText(/The file is being prepared|Faili inatayarishwa/)).toHaveCount(0)

async function pick(
  page: Page,
  files: TestFile[],
  button: string | RegExp = 'Choose a file or photo',
) {
  const name = typeof button === 'string' ? `${button}: ${resume}` : button
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name }).first().click()
  await (await chooser).setFiles(files)
}

/** The name and cost of the chosen resume. */
function chosen(page: Page) {
  return page.locator('#resume_document-hint + output')
}

function answer(page: Page, label: string) {
  return page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: label }) })
    .locator('dd')
}

/** A photo as a phone takes it: large, and stored lying on its side. */
async function photo(name: string, format: 'jpeg' | 'png' = 'jpeg'): Promise<TestFile> {
  const stripes = `<svg width="2000" height="1500"><rect width="2000" height="1500" fill="#dcb"/>${Array.from(
    { length: 60 },
    (_, line) => `<rect x="${line * 33}" y="80" width="9" height="1300" fill="#${100 + line}"/>`,
  ).join('')}</svg>`
  const picture = sharp(Buffer.from(stripes)).withMetadata({ orientation: 6 })
  const buffer = await picture[format]().toBuffer()
  return { name, mimeType: `image/${format}`, buffer }
}

/** A PDF of this many bytes that cannot be compressed. */
function pdf(name: string, bytes: number): TestFile {
  const start = '%PDF-1.4\n1 0 obj<</Length 9>>stream\n'
  const end = '\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
  const noise = randomBytes(bytes - start.length - end.length)
  const buffer = Buffer.concat([Buffer.from(start), noise, Buffer.from(end)])
  return { name, mimeType: 'application/pdf', buffer }
}

/** Never answers the second chunk; `held` resolves when the page has sent it. */
async function holdSecondChunk(page: Page) {
  const { promise: held, resolve } = Promise.withResolvers<void>()
  let chunks = 0
  await page.route(uploads, (route) => {
    if (route.request().method() === 'PATCH' && ++chunks === 2) return resolve()
    return route.continue()
  })
  return { held }
}

/** How many entries the two stores of documents have. */
function stored(page: Page) {
  return page.evaluate(async () => {
    const open = indexedDB.open('documents')
    await new Promise((resolve) => open.addEventListener('success', resolve))
    const transaction = open.result.transaction(['documents', 'contents'])
    const [documents, contents] = ['documents', 'contents'].map((name) =>
      transaction.objectStore(name).count(),
    )
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    open.result.close()
    return { documents: documents!.result, contents: contents!.result }
  })
}

interface FoundDocument {
  _id: string
  name: string
  type: string
  size: number
}

/** The documents that staff see, of the applicant with this e-mail address. */
async function documentsOf(request: APIRequestContext, email: string): Promise<FoundDocument[]> {
  const ask = await api(request)
  const found = await ask('GET', `/admin/attachments?q=${email}`)
  return found[0]?.documents ?? []
}

async function download(request: APIRequestContext, _id: string) {
  const { token } = await signIn(request)
  const reply = await request.get(`/api/admin/documents/${_id}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(reply.status()).toBe(200)
  return reply.body()
}

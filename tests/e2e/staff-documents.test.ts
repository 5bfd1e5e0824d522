import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

import { documentPath } from '../../contract/document/documents.ts'
import { openDatabase } from '../../server/database/open.ts'
import { addDocument } from '../support/documents.ts'
import { locationOf } from '../support/server.ts'
import { tapTwice, tick } from '../support/hands.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { createApplications, list } from './records.ts'
import { enterBackOffice, expect, onlyInAll, openBackOffice, pressEscape, test } from './support.ts'

// The tests read the colours of a canvas one by one.
test.use({ expectedComplaint: /^Canvas2D: Multiple readback operations/ })

/** Two pages with a red box each. Its JavaScript opens a window in readers that run it. */
const pdf = Buffer.from(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert("run"))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>endobj
3 0 obj<</Type/Page/MediaBox[0 0 595 842]/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F 6 0 R>>>>>>endobj
4 0 obj<</Type/Page/MediaBox[0 0 595 842]/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F 6 0 R>>>>>>endobj
5 0 obj<</Length 81>>stream
1 0 0 rg 100 500 300 200 re f 0 g BT /F 40 Tf 100 400 Td (Curriculum vitae) Tj ET  
endstream endobj
6 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`,
)

/** A photo, red above blue, that its camera stored on its side. */
const upright = await sharp({ create: { width: 300, height: 400, channels: 3, background: 'red' } })
  .composite([
    {
      input: { create: { width: 300, height: 200, channels: 3, background: 'blue' } },
      top: 200,
      left: 0,
    },
  ])
  .png()
  .toBuffer()
const photo = await sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer()

type Changes = Parameters<typeof addDocument>[2]

/** A new application with these documents. */
async function withDocuments(
  { request, server }: { request: Page['request']; server: { variables: Record<string, string> } },
  who: string,
  documents: Changes[],
) {
  const [application] = await createApplications(request, 1, who)
  const { db } = openDatabase(locationOf(server.variables))
  const stored = []
  for (const changes of documents) {
    const place = { db, dataDir: server.variables['DATA_DIR']! }
    stored.push(await addDocument(place, application!._id, changes))
  }
  await db.destroy()
  const name = `${application!.first_name} ${application!.last_name}`
  return { _id: application!._id, name, documents: stored }
}

const cv: Changes = { bytes: pdf }
const letter: Changes = {
  purpose: 'cover_letter',
  name: 'letter.jpg',
  type: 'image/jpeg',
  bytes: photo,
  state: 'unchecked',
}

/** The colour at a point of a canvas, in parts of its size. */
function colourAt(canvas: Locator, x: number, y: number) {
  return canvas.evaluate(
    (element: HTMLCanvasElement, [left, top]) => {
      if (element.width === 0) return 'nothing'
      const at = [Math.floor(element.width * left!), Math.floor(element.height * top!)] as const
      const [red = 0, green = 0, blue = 0] = element
        .getContext('2d')!
        .getImageData(...at, 1, 1).data
      if (red > 200 && green > 200 && blue > 200) return 'white'
      return red > 150 && green < 90 ? 'red' : blue > 150 && red < 90 ? 'blue' : 'another'
    },
    [x, y],
  )
}

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, { tag: onlyInAll(width === 1280) }, () => {
    test.use({ viewport: { width, height: 800 } })

    test('a PDF and a turned photo are seen beside the answers', async ({
      page,
      request,
      server,
    }) => {
      const { _id, name } = await withDocuments({ request, server }, `viewer${width}`, [cv, letter])
      const loaded: string[] = []
      page.on('request', (one) => loaded.push(one.url()))
      page.on('dialog', () => loaded.push('the script of the PDF'))
      await enterBackOffice(page, `${list}?open=${_id}`)
      const opening = page.getByRole('link', { name: 'Open CV' })
      await expect(opening).toBeVisible()
      expect(loaded.filter((url) => /\/pdf|\/documents\//.test(url))).toEqual([])

      await opening.click()
      const viewer = page.getByRole('region', { name: `CV of ${name}` })
      await expect(viewer).toBeFocused()
      const first = viewer.getByRole('img', { name: 'Page 1 of 2' })
      await expect.poll(() => colourAt(first, 0.4, 0.3)).toBe('red')
      expect(await colourAt(first, 0.05, 0.05)).toBe('white')
      const answers = page.getByRole('region', { name: 'Answers' })
      if (width > 1024) await expect(answers).toBeInViewport({ ratio: 1 })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)

      const widthOf = async () => (await first.boundingBox())!.width
      const fitting = await widthOf()
      expect(fitting).toBeLessThanOrEqual((await viewer.boundingBox())!.width)
      await page.keyboard.press('+')
      await expect.poll(widthOf).toBeGreaterThan(fitting * 1.2)
      await page.getByRole('button', { name: /^Fit to width/ }).click()
      await expect.poll(widthOf).toBe(fitting)
      await page.getByRole('button', { name: /^Next page/ }).click()
      await expect(page.getByText('Page 2 / 2')).toBeVisible()
      await viewer.press('ArrowLeft')
      await expect(page.getByText('Page 1 / 2')).toBeVisible()

      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: `Download: CV of ${name}` }).click()
      const saved = await saving
      expect(saved.suggestedFilename()).toBe('My CV.pdf')
      expect((await readFile(await saved.path())).equals(pdf)).toBe(true)

      await pressEscape(page.getByRole('dialog'))
      await expect(viewer).toHaveCount(0)
      await expect(opening).toBeFocused()

      await page.getByRole('link', { name: 'Open Cover letter' }).click()
      const picture = page.getByRole('img', { name: `Cover letter of ${name}` })
      await expect.poll(() => colourAt(picture, 0.5, 0.25)).toBe('red')
      expect(await colourAt(picture, 0.5, 0.75)).toBe('blue')
      await page.keyboard.press('t')
      await expect(picture).toHaveAttribute('data-drawn', '90')
      expect(await colourAt(picture, 0.75, 0.5)).toBe('red')
      expect(await colourAt(picture, 0.25, 0.5)).toBe('blue')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)

      await page.getByRole('button', { name: /^Close document/ }).click()
      await expect(page.getByText('Opened a document: CV, by Administrator')).toHaveCount(1)
      const elsewhere = loaded.filter(
        (url) => !url.startsWith(server.url) && !/^(blob|data):/.test(url),
      )
      expect(elsewhere).toEqual([])
    })

    test('staff read what a document is before they open it', async ({ page, request, server }) => {
      const { _id } = await withDocuments({ request, server }, `words${width}`, [
        { ...cv, size: 410_000, warnings: 'password,javascript,launch', state: 'unchecked' },
        {
          purpose: 'cover_letter',
          type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
          name: 'letter.docx',
        },
        { ...letter, state: 'scanning' },
        { ...letter, state: 'refused' },
      ])
      await enterBackOffice(page, `${list}?open=${_id}`)
      const documents = page.locator('section', {
        has: page.getByRole('heading', { name: 'Documents', exact: true }),
      })
      for (const words of [
        'Not checked for viruses',
        'Being checked for viruses',
        'Virus found, deleted',
        'The PDF is protected against changes, or asks for a password.',
        'contains JavaScript',
        'tries to start a program',
        'PDF, 410 KB',
        'It can only be downloaded',
      ]) {
        await expect(documents.getByText(words).first()).toBeVisible()
      }
      await expect(documents.getByRole('link', { name: /^Open/ })).toHaveCount(1)
      await expect(documents.getByRole('button', { name: /^Download/ })).toHaveCount(2)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })
  })
}

test(
  'after a failure the document is loaded again on request',
  { tag: onlyInAll() },
  async ({ page, request, server }) => {
    const { _id, documents } = await withDocuments({ request, server }, 'broken', [
      cv,
      { ...cv, purpose: 'cover_letter', bytes: Buffer.from('%PDF-1.4 but nothing else') },
    ])
    const address = `**/api/admin/documents/${documents[0]!._id}`
    await page.route(address, (route) =>
      route.fulfill({ status: 409, json: { message: 'Not now.' } }),
    )
    await enterBackOffice(page, `${list}?open=${_id}`)
    await page.getByRole('link', { name: 'Open CV' }).click()
    await expect(page.getByRole('alert')).toContainText('Not now.')
    await page.unroute(address)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('img', { name: 'Page 1 of 2' })).toBeVisible()

    await page.getByRole('button', { name: /^Close document/ }).click()
    await page.getByRole('link', { name: 'Open Cover letter' }).click()
    await expect(page.getByRole('alert')).toContainText('This PDF is damaged.')
  },
)

test('the address of a document opens it after the sign-in', async ({ page, request, server }) => {
  const { _id, name, documents } = await withDocuments({ request, server }, 'address', [cv])
  await openBackOffice(page, documentPath(_id, documents[0]!._id))
  const viewer = page.getByRole('region', { name: `CV of ${name}` })
  await expect(viewer.getByRole('img', { name: 'Page 1 of 2' })).toBeVisible()

  await page.goto(documentPath(_id, _id))
  await expect(page.getByText('it was replaced or deleted')).toBeVisible()
})

test('documents of chosen applications are downloaded as one ZIP', async ({
  page,
  request,
  server,
}) => {
  await withDocuments({ request, server }, 'bundle', [cv, letter])
  await enterBackOffice(page, `${list}?q=bundle.0@`)
  await tick(page.getByRole('checkbox', { name: 'Select all on this page' }))
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Documents (ZIP)' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^documents_[\d_]+\.zip$/)
  expect((await readFile(await saved.path())).subarray(0, 4).toString()).toBe('PK\u0003\u0004')
})

test.describe('an applicant without scripts', () => {
  test.use({ viewport: { width: 360, height: 800 } })

  test(
    'sends the readable file that staff have asked for',
    { tag: onlyInAll() },
    async ({ page, browser, request, server }) => {
      const { _id, name } = await withDocuments({ request, server }, 'readable', [cv])
      await enterBackOffice(page, `${list}?open=${_id}`)
      await page.getByRole('button', { name: 'Ask for a new file : CV' }).click()
      const question = page.getByRole('dialog', { name: `Ask ${name} for another CV?` })
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Ask for a new file' }).click()
      const address = page.getByLabel('One-time link')
      await expect(address).toHaveValue(/\/industrial-attachment\/document\?token=/)
      await expectAccessible(page)
      const link = new URL(await address.inputValue())
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Ask for a new file : CV' })).toBeFocused()

      const context = await browser.newContext({
        javaScriptEnabled: false,
        baseURL: server.url,
        viewport: { width: 360, height: 800 },
      })
      const applicant = await context.newPage()
      await applicant.goto(link.pathname + link.search)
      await expectNoSidewaysScroll(applicant)
      await applicant.getByRole('button', { name: 'Send the file' }).click()
      await expect(applicant.getByRole('alert')).toContainText('Please choose a file.')
      await applicant.getByLabel('CV').setInputFiles({
        name: 'readable.pdf',
        mimeType: 'application/pdf',
        buffer: pdf,
      })
      await tapTwice(applicant.getByRole('button', { name: 'Send the file' }))
      await expect(applicant.getByRole('heading', { level: 1 })).toHaveText(
        'Thank you, your file has arrived',
      )
      await applicant.goto(link.pathname + link.search)
      await expect(applicant.getByText('This link has been used or has expired.')).toBeVisible()
      await context.close()

      await page.reload()
      await expect(page.getByText('readable.pdf')).toBeVisible()
      await expect(page.getByText('Replaced a document: CV')).toBeVisible()
    },
  )
})

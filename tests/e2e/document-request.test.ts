import { writeFile } from 'node:fs/promises'

import { openDatabase } from '../../server/database/open.ts'
import { addDocument } from '../support/documents.ts'
import { locationOf } from '../support/server.ts'
import { pdfOf } from '../support/uploads.ts'
import { control } from './application-form.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { createApplications } from './records.ts'
import { api, expect, test } from './support.ts'

const size = 3_000_000

test.use({ viewport: { width: 360, height: 720 } })

test('a file that staff ask for is sent on where the network broke off, also after closing the page', async ({
  page,
  request,
  server,
}, testInfo) => {
  const path = testInfo.outputPath('Bright.pdf')
  const other = testInfo.outputPath('Other.pdf')
  await Promise.all([writeFile(path, pdfOf(size)), writeFile(other, pdfOf(1000))])
  const [application] = await createApplications(request, 1, 'asked-again')
  const { db } = openDatabase(locationOf(server.variables))
  const place = { db, dataDir: server.variables['DATA_DIR']! }
  const { _id } = await addDocument(place, application!._id, { name: 'Dark.pdf' })
  await db.destroy()
  const call = await api(request)
  const { url } = await call('POST', `/admin/documents/${_id}/request`)

  const offsets: string[] = []
  let cutAt = 4
  let isCut = false
  await page.route('**/api/users/documents/**', async (route) => {
    const offset = route.request().headers()['upload-offset']
    if (offset && !isCut) isCut = offsets.push(offset) === cutAt
    return isCut ? route.abort() : route.continue()
  })
  const { pathname, search } = new URL(url)
  const button = page.getByRole('button', { name: 'Send the file' })
  // The first press comes before the script.
  await page.route('**/entry.requested-file*', () => {}, { times: 1 })
  await page.goto(pathname + search)
  await button.click()
  await expect(page.getByRole('alert')).toContainText('Please choose a file.')
  await page.waitForLoadState('networkidle')
  await button.click()
  await expect(page.getByRole('status')).toHaveText('Please choose a file.')
  const choose = (file: string) => control(page, 'resume_file').setInputFiles(file)
  await choose(path)
  await expect(page.getByRole('status')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText('Please choose a file.')
  await button.click()
  await expect(page.getByRole('status')).toContainText('Please keep this page open.')
  // Another choice ends the upload, which would post the earlier one.
  await choose(other)
  await expect(page.getByRole('status')).toHaveCount(0)
  await choose(path)
  await button.click()
  await expect(page.getByRole('status')).toContainText('Please keep this page open.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  cutAt = 6
  isCut = false
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect.poll(() => isCut).toBe(true)

  // The person closes the page, and later opens the link again.
  await page.goto('about:blank')
  isCut = false
  const sendAgain = async () => {
    await page.goto(pathname + search)
    await page.waitForLoadState('networkidle')
    await choose(path)
    await button.click()
  }
  // The network breaks when all bytes have arrived, and the person opens the link once more.
  let posts = 0
  await page.route(`**${pathname}?*`, (route) => {
    const isLost = route.request().method() === 'POST' && ++posts === 1
    return isLost ? route.abort() : route.continue()
  })
  await sendAgain()
  await expect.poll(() => posts).toBe(1)
  await expect(page.getByRole('main')).toHaveCount(0)
  const sent = offsets.length
  await sendAgain()

  await expect(
    page.getByRole('heading', { name: 'Thank you, your file has arrived' }),
  ).toBeVisible()
  expect(offsets.length, 'no byte is sent after the last one').toBe(sent)
  expect(sent).toBeGreaterThan(cutAt)
  const again = offsets.slice(cutAt).filter((offset) => Number(offset) < Number(offsets[cutAt - 1]))
  expect(again, 'no byte that had arrived was sent again').toEqual([])
  expect(offsets.filter((offset) => Number(offset) < Number(offsets[3]))).toHaveLength(3)
  const { documents } = await call('GET', `/admin/attachments/${application!._id}`)
  expect(documents).toMatchObject([{ name: 'Bright.pdf', size }])
})

import type { Page } from '@playwright/test'

import { type } from '../support/hands.ts'
import { rowOf } from './records.ts'
import { enterBackOffice, expect, test, onlyInAll } from './support.ts'

test('a file is previewed line by line, then stored at once', async ({ page }) => {
  await enterBackOffice(page, '/admin/institutions')
  await choose(page, [
    'Institution Name,County',
    'Imported College,Lamu',
    'Imported Academy,Nowhere',
    ',Lamu',
    'Egerton University,Nakuru',
  ])
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Wrong (2)' })).toBeVisible()
  await expect(rowOf(page, 'Imported Academy')).toContainText('Nowhere')
  await expect(rowOf(page, 'Institution Name: Required')).toContainText('Lamu')
  await expect(dialog.getByRole('button', { name: /^Import \d? ?institution/ })).toBeDisabled()
  await dialog.getByRole('button', { name: /^New/ }).click()
  await expect(rowOf(page, 'Imported College')).toContainText('New')

  await page
    .getByLabel('CSV file')
    .setInputFiles(
      csv(['Institution Name,County', 'Imported College,Lamu', 'Egerton University,Nakuru']),
    )
  await expect(dialog).toContainText('Nothing is stored yet.')
  await dialog.getByRole('button', { name: 'Import 1 institution' }).click()
  await expect(page.getByText('1 institution imported')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await type(page.getByPlaceholder(/^Search/), 'Imported')
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()

  await page.goto('/admin/history?action=import')
  await expect(rowOf(page, 'Imported').first()).toContainText('Institution')
})

test('courses are imported by the name of their institution', async ({ page }) => {
  await enterBackOffice(page, '/admin/courses')
  await choose(page, [
    'Course Name,Institution,Certification',
    'Weaving Makuti,Pwani University,Others',
    'Weaving Makuti,Nobody University,Others',
  ])
  await expect(rowOf(page, 'Nobody University')).toContainText('There is no institution called')
})

test('an unreadable file is an error at the field', async ({ page }) => {
  await enterBackOffice(page, '/admin/courses')
  await choose(page, ['Something,Else', 'a,b'])
  const field = page.getByLabel('CSV file')
  await expect(field).toHaveAccessibleDescription(/headings of the export/)
  await field.setInputFiles(csv([]))
  await expect(field).toHaveAccessibleDescription(/The file is empty/)
  await field.setInputFiles({
    ...csv([]),
    buffer: Buffer.from('PK\u0003\u0004\u0014\u0000', 'latin1'),
  })
  await expect(field).toHaveAccessibleDescription(/This is an Excel file/)
  await field.setInputFiles(csv(['Course Name,Institution,Certification']))
  await expect(page.getByRole('dialog')).toContainText('The file has headings only.')
})

test('a file over the limit is an error at the field', { tag: onlyInAll() }, async ({ page }) => {
  await enterBackOffice(page, '/admin/courses')
  await choose(page, ['Course Name,Institution,Certification', 'a'.repeat(4_200_000)])
  await expect(page.getByLabel('CSV file')).toHaveAccessibleDescription(
    /Use a file of at most 2 MB/,
  )
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Import/ })).toBeDisabled()
  await page
    .getByLabel('CSV file')
    .setInputFiles(
      csv(['Course Name,Institution,Certification', 'Weaving,Pwani University,Others']),
    )
  await expect(rowOf(page, 'Weaving')).toContainText('New')
})

test('files in the encodings of Excel are read correctly', async ({ page }) => {
  await enterBackOffice(page, '/admin/institutions')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const windows = Buffer.from('Institution Name,County\r\nMurang\x92a Caf\xe9,Lamu', 'latin1')
  await page.getByLabel('CSV file').setInputFiles({ ...csv([]), buffer: windows })
  await expect(rowOf(page, 'Murang’a Café')).toContainText('New')
  // Excel's "Unicode Text" has a byte order mark and tabs.
  const unicode = Buffer.from('\ufeffInstitution Name\tCounty\r\nChuo cha Jua\tLamu', 'utf16le')
  await page.getByLabel('CSV file').setInputFiles({ ...csv([]), buffer: unicode })
  await expect(rowOf(page, 'Chuo cha Jua')).toContainText('New')
})

test('the same file can be chosen again after a correction', async ({ page }) => {
  await enterBackOffice(page, '/admin/institutions')
  await choose(page, ['Institution Name,County', 'Half Corrected College,Nowhere'])
  await expect(rowOf(page, 'Half Corrected College')).toBeVisible()
  // Browsers fire no change event if the same file is chosen again.
  const chooser = page.waitForEvent('filechooser')
  await page.getByLabel('CSV file').click()
  await chooser
  await expect(page.getByLabel('CSV file')).toHaveValue('')
  await expect(rowOf(page, 'Half Corrected College')).toHaveCount(0)
})

test('a long import shows how far it is', { tag: onlyInAll() }, async ({ page }) => {
  await enterBackOffice(page, '/admin/institutions')
  const network = await page.context().newCDPSession(page)
  const limitUpload = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await limitUpload(50_000)
  const names = Array.from({ length: 4000 }, (_, index) => `Slowly Sent College ${index},Lamu`)
  await choose(page, ['Institution Name,County', ...names])
  const dialog = page.getByRole('dialog')
  const progress = dialog.getByRole('progressbar', { name: /^Sending the file: [1-9]\d? %$/ })
  await expect(progress).toBeVisible()
  await limitUpload(-1)
  await expect(dialog.getByRole('button', { name: 'New (4000)' })).toBeVisible()
  await expect(progress).toHaveCount(0)
  await limitUpload(10_000)
  await dialog.getByRole('button', { name: 'Import 4,000 institutions' }).click()
  await expect(progress).toBeVisible()
})

async function choose(page: Page, lines: string[]) {
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await page.getByLabel('CSV file').setInputFiles(csv(lines))
}

function csv(lines: string[]) {
  return { name: 'file.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type BrowserContext, chromium } from '@playwright/test'

import { layoutShifts } from '../../bench/page-weight.ts'
import { newDatabase, startServer } from '../support/server.ts'
import { findFreePort } from '../support/port.ts'
import { choose, tick, type } from '../support/hands.ts'
import { aPerson, control, fillIn, send } from './application-form.ts'
import {
  expectForm,
  fillDisk,
  keepAnother,
  kept,
  mark,
  openFilledIn,
  path,
  receipt,
  saved,
  startKeeping,
} from './drafts.ts'
import { api, expect, onlyInAll, test } from './support.ts'

test('what is typed survives a reload and a closed tab, until it is cleared', async ({
  page,
  context,
}) => {
  const person = aPerson('survives')
  await page.goto(path)
  await fillIn(page, person)
  await tick(control(page, 'can_attend_onsite'), false)
  const course = await control(page, 'course').inputValue()
  await saved(page, { can_attend_onsite: false })

  await page.reload()
  await expectForm(page, { ...person, course })
  await expect(control(page, 'can_attend_onsite')).not.toBeChecked()
  await expect(mark(page)).toHaveText('Saved on this device')
  await page.close()
  const later = await context.newPage()
  await later.goto(path)
  await expectForm(later, { ...person, course })
  await expect(later.getByRole('button', { name: 'Someone else applies' })).toBeVisible()
  expect(await layoutShifts(later), 'a finger hits what it aims at').toEqual([])

  later.on('dialog', (dialog) => void dialog.accept())
  await later.getByRole('button', { name: 'Clear my answers' }).click()
  await expect(control(later, 'first_name')).toHaveValue('')
  await expect(control(later, 'institution')).toHaveValue('')
  await expect(control(later, 'gender')).toHaveValue('Male')
  await expect(control(later, 'can_attend_onsite')).toBeChecked()
  await later.reload()
  await expect(control(later, 'course')).toBeDisabled()
  await expect(control(later, 'first_name')).toHaveValue('')
  expect(await kept(later)).toEqual([])
})

test('a draft is open in one tab, and moves to another one on request', async ({
  page,
  context,
  request,
}) => {
  const person = aPerson('two-tabs')
  await openFilledIn(page, person)
  const other = await context.newPage()
  await other.goto(path)
  await expect(mark(other)).toHaveText('Kept on this device as you type')
  await expect(control(other, 'first_name')).toHaveValue('')
  await type(control(page, 'middle_name'), 'Both')
  await saved(page, { middle_name: 'Both' })

  await other.getByRole('button', { name: 'Go on with it' }).click()
  await expectForm(other, person)
  await expect(control(other, 'middle_name')).toHaveValue('Both')
  await expect(control(page, 'first_name')).toHaveValue('')
  await expect(mark(page)).toHaveText('Kept on this device as you type')
  await expect(page.getByRole('button', { name: 'Go on with it' })).toBeVisible()

  await send(other)
  await expect(other).toHaveURL(receipt)
  await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  const ask = await api(request)
  expect(await ask('GET', `/admin/attachments?q=${person.email}`)).toHaveLength(1)
})

test(
  'a tab keeps answers that it could not save when its draft moves to another tab',
  { tag: onlyInAll() },
  async ({ page, context }) => {
    await page.goto(path)
    await type(control(page, 'first_name'), 'Saved')
    await saved(page, { first_name: 'Saved' })
    const disk = await fillDisk(page)
    await type(control(page, 'last_name'), 'Not saved')
    await expect(mark(page)).toHaveText('Not saved on this device')
    const other = await context.newPage()
    await other.goto(path)
    await other.getByRole('button', { name: 'Go on with it' }).click()
    await expect(control(other, 'first_name')).toHaveValue('Saved')

    await disk.empty()
    await type(control(page, 'middle_name'), 'Now')
    await expect(mark(page)).toHaveText('Saved on this device')
    await type(control(other, 'last_name'), 'Other')
    await saved(other, { first_name: 'Saved', last_name: 'Other' })
    expect((await kept(page)).map(({ values }) => values)).toMatchObject([
      { first_name: 'Saved', middle_name: 'Now', last_name: 'Not saved' },
      { first_name: 'Saved', last_name: 'Other' },
    ])
  },
)

test(
  'a draft that is discarded in one tab is gone in the tab where it was open',
  { tag: onlyInAll() },
  async ({ page, context }) => {
    await page.goto(path)
    await type(control(page, 'first_name'), 'Discarded')
    await saved(page, { first_name: 'Discarded' })
    const other = await context.newPage()
    other.on('dialog', (dialog) => void dialog.accept())
    await other.goto(path)
    await other.getByRole('button', { name: 'Discard it' }).click()
    await expect(control(page, 'first_name')).toHaveValue('')
    await expect(mark(page)).toHaveText('Kept on this device as you type')
    expect(await kept(page)).toEqual([])
  },
)

test('a second person on the phone starts an empty form, and the draft of the first is listed', async ({
  page,
}) => {
  await page.goto(path)
  const another = page.getByRole('button', { name: 'Someone else applies on this device' })
  await type(control(page, 'first_name'), 'First')
  await saved(page, { first_name: 'First' })
  await expect(another).toBeHidden()
  await page.reload()
  await expect(control(page, 'first_name')).toHaveValue('First')
  await another.click()

  await expect(page.getByRole('group', { name: 'Personal Information' })).toBeFocused()
  await expect(control(page, 'first_name')).toHaveValue('')
  await expect(another).toBeHidden()
  await expect(page.locator('#kept')).toContainText('First')
  await type(control(page, 'first_name'), 'Second')
  await saved(page, { first_name: 'Second' })
  await page.getByRole('button', { name: 'Go on with it' }).click()
  await expect(control(page, 'first_name')).toHaveValue('First')
  await expect(page.locator('#kept')).toContainText('Second')

  await page.goto(`/sw${path}`)
  await page.getByRole('button', { name: 'Mtu mwingine anatuma maombi kwenye kifaa hiki' }).click()
  await expect(control(page, 'first_name')).toHaveValue('')
  expect(await kept(page)).toHaveLength(2)
})

test(
  'the form of a second person stays empty if the first was refused',
  { tag: onlyInAll() },
  async ({ page }) => {
    const refusal = { message: 'Choose again', fields: {} }
    await page.goto(path)
    await type(control(page, 'first_name'), 'Waits')
    await saved(page, { first_name: 'Waits' })
    await keepAnother(page, { first_name: 'Refused' }, { refusal, at: Date.now() + 60_000 })
    await page.reload()
    await expect(control(page, 'first_name')).toHaveValue('Refused')
    await page.getByRole('button', { name: 'Someone else applies on this device' }).click()
    await expect(control(page, 'first_name')).toHaveValue('')
    await expect(page.getByRole('alert')).toBeHidden()
    // A change by another tab, after which a refused application takes an empty form.
    await keepAnother(page, { first_name: 'Third' }, { id: 'third' })
    await expect(page.locator('#kept')).toContainText('Third')
    await expect(control(page, 'first_name')).toHaveValue('')
  },
)

test(
  'a draft with a wrong date stays when two tabs read it at the same time',
  { tag: onlyInAll() },
  async ({ page, context }) => {
    await startKeeping(page)
    const tabs = [page, await context.newPage()]
    for (const tab of tabs) await tab.goto('/about')
    await keepAnother(page, { first_name: 'Stopped' }, { at: Date.UTC(2020, 0) })
    await Promise.all(tabs.map((tab) => tab.goto(path)))
    const notices = tabs.map((tab) => tab.getByRole('button', { name: 'Clear my answers' }))
    for (const notice of notices) await expect(notice).toBeVisible()
    const names = tabs.map((tab) => control(tab, 'first_name').inputValue())
    expect((await Promise.all(names)).toSorted()).toEqual(['', 'Stopped'])
    const entries = await kept(page)
    expect(entries).toMatchObject([{ values: { first_name: 'Stopped' } }])
    expect(entries[0]?.at).toBeGreaterThan(Date.UTC(2026, 0))
  },
)

test(
  'a draft whose institution and course were deleted says so',
  { tag: onlyInAll() },
  async ({ page, request }) => {
    const ask = await api(request)
    const name = 'Closing College'
    const institution = await ask('POST', '/admin/institutions', { name, county: 'Lamu' })
    const certification = 'Diploma'
    const course = await ask('POST', '/admin/courses', { name, institution, certification })
    const form = async () => (await request.get(path)).text()
    await expect.poll(form).toContain(course._id)
    for (const [address, says] of [
      [path, 'What you had chosen is no longer in our list. Please choose again.'],
      [`/sw${path}`, 'Ulichokuwa umechagua hakimo tena katika orodha yetu. Tafadhali chagua upya.'],
    ] as const) {
      await page.goto(address)
      if (address === path) {
        await type(control(page, 'first_name'), 'Stays')
        await choose(control(page, 'institution'), name)
        await choose(control(page, 'course'), name)
        await saved(page, { course: course._id })
        await ask('DELETE', `/admin/courses/${course._id}`)
        await ask('DELETE', `/admin/institutions/${institution._id}`)
        await expect.poll(form).not.toContain(institution._id)
        await page.reload()
      }
      await expect(page.getByRole('alert')).toBeFocused()
      await expect(page.getByRole('alert')).toContainText(says)
      await expect(control(page, 'institution')).toHaveAttribute('aria-invalid', 'true')
      await expect(control(page, 'institution')).toHaveValue('')
      await expect(control(page, 'course')).toBeDisabled()
      await expect(control(page, 'first_name')).toHaveValue('Stays')
    }

    await page.goto(path)
    await expect(page.getByRole('alert')).toBeFocused()
    await choose(control(page, 'institution'), 'Pwani University')
    await expect(control(page, 'institution')).not.toHaveAttribute('aria-invalid')
    await expect(control(page, 'course')).toBeEnabled()
  },
)

test(
  'a killed browser loses nothing, and the queue is sent on the next visit',
  { tag: onlyInAll() },
  async () => {
    test.setTimeout(90_000)
    const folder = await mkdtemp(join(tmpdir(), 'foundation-phone-'))
    const { variables, remove } = await newDatabase('sqlite', undefined)
    const PORT = String(await findFreePort())
    let server = await startServer({ ...variables, PORT })
    const person = aPerson('battery')
    try {
      let phone = await switchOn(folder)
      let page = await phone.newPage()
      await openFilledIn(page, person, server.url + path)
      await type(control(page, 'middle_name'), 'Typed last')
      await saved(page, { agree_terms: true, middle_name: 'Typed last' })
      await dieNow(phone)

      phone = await switchOn(folder)
      page = await phone.newPage()
      await page.goto(server.url + path)
      await expectForm(page, person)
      await expect(control(page, 'middle_name')).toHaveValue('Typed last')
      await server.stop('SIGKILL')
      await send(page)
      await expect(page.getByRole('heading', { name: /^Waiting for/ })).toBeVisible()
      await dieNow(phone)

      server = await startServer({ ...variables, PORT })
      phone = await switchOn(folder)
      page = await phone.newPage()
      await page.goto(server.url + path)
      await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
      await phone.close()
    } finally {
      await server.stop('SIGTERM')
      await remove()
      await rm(folder, { recursive: true, force: true })
    }
  },
)

function switchOn(folder: string) {
  return chromium.launchPersistentContext(folder, {
    executablePath: process.env['CHROMIUM_PATH'],
    args: ['--no-sandbox', '--disable-gpu'],
  })
}

/** Kills the browser, as an empty battery does. */
async function dieNow(phone: BrowserContext) {
  const session = await phone.browser()!.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const { id } = processInfo.find((running) => running.type === 'browser')!
  const gone = new Promise((resolve) => phone.once('close', resolve))
  process.kill(id, 'SIGKILL')
  await gone
}

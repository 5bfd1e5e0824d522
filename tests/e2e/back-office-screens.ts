import type { Page } from '@playwright/test'

import { tick, type } from '../support/hands.ts'
import { control } from './application-form.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expectLayoutHolds, setTextSize } from './layout.ts'
import { chooseMore, createApplications, list } from './records.ts'
import { api, enterBackOffice, expect, pressEscape } from './support.ts'

/** A dialog, menu or panel of a screen, and how to open it. */
interface State {
  name: string
  path: string
  open: (page: Page) => Promise<void>
}

export const screens = [
  '/admin',
  list,
  `${list}?view=archived`,
  '/admin/intakes',
  '/admin/placements',
  '/admin/website',
  '/admin/website?view=jobs',
  '/admin/departments',
  '/admin/institutions',
  '/admin/courses',
  '/admin/users',
  '/admin/messages',
  '/admin/history',
  '/admin/retention',
  '/admin/account',
]

export const states: State[] = [
  { name: 'a question', path: '/admin/departments', open: (page) => press(page, /^Delete/) },
  { name: 'an entity dialog', path: '/admin/users', open: (page) => press(page, 'Add User') },
  {
    name: 'a question about unsaved edits',
    path: '/admin/institutions',
    open: async (page) => {
      await press(page, 'Add Institution')
      await type(control(page, 'name'), 'Half typed')
      await pressEscape(page.getByRole('dialog'))
    },
  },
  {
    name: 'a password link',
    path: '/admin/users',
    open: async (page) => {
      await press(page, /^More/)
      await page.getByRole('menuitem', { name: 'Password link' }).click()
      await expect(page.getByLabel('One-time link')).toBeVisible()
    },
  },
  {
    name: 'an import',
    path: '/admin/institutions',
    open: async (page) => {
      await press(page, 'Import CSV')
      await page.getByLabel('CSV file').setInputFiles({
        name: 'file.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Institution Name,County\nNew College,Lamu\nWrong College,Nowhere'),
      })
      await expect(page.getByRole('button', { name: 'Wrong (1)' })).toBeVisible()
    },
  },
  {
    name: 'a conflict',
    path: '/admin/institutions?q=axe college',
    open: async (page) => {
      const call = await api(page.request)
      const [{ _id, name, county }] = await call('GET', '/admin/institutions?q=axe college')
      await press(page, /^Edit/)
      await type(control(page, 'name'), 'Another College')
      await call('PUT', `/admin/institutions/${_id}`, { name: `${name}.`, county })
      await press(page, 'Update')
      await expect(page.getByRole('button', { name: 'Keep mine' })).toBeVisible()
    },
  },
  {
    name: 'the panel of an application',
    path: `${list}?q=axe.`,
    open: async (page) => {
      await page.locator('[data-opens]').first().click()
      await expect(page.getByText(/Created.*, by Administrator/)).toBeVisible()
    },
  },
  {
    name: 'the personal data of an applicant',
    path: `${list}?q=axe.`,
    open: async (page) => {
      await page.locator('[data-opens]').first().click()
      await chooseMore(page.getByRole('dialog'), 'Personal data')
      await expect(page.getByRole('checkbox', { checked: true }).first()).toBeVisible()
    },
  },
  {
    name: 'the menu of an application',
    path: `${list}?q=axe.`,
    open: async (page) => {
      await page.locator('[data-opens]').first().click()
      await page.getByRole('dialog').getByRole('button', { name: /^More/ }).click()
      await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
    },
  },
  {
    name: 'the question why an application is declined',
    path: `${list}?q=axe.`,
    open: async (page) => {
      await page.locator('[data-opens]').first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
      await page.getByLabel('Message').press('Control+Enter')
      await expect(page.getByLabel('Reason')).toHaveAccessibleDescription('Choose a reason')
    },
  },
  {
    name: 'the menu of a row',
    path: `${list}?q=axe.`,
    open: async (page) => {
      await press(page, /^More/)
      await expect(page.getByRole('menuitem', { name: 'Decline' })).toBeVisible()
    },
  },
  {
    name: 'all filters of the applications',
    path: `${list}?status=pending&q=axe.`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await expect(page.getByLabel('Received since')).toBeVisible()
    },
  },
  {
    name: 'a declined application',
    path: `${list}?view=archived&decision=duplicate&q=axe.`,
    open: async (page) => {
      await page.locator('[data-opens]').first().click()
      await expect(page.getByRole('heading', { name: 'Declined' })).toBeVisible()
    },
  },
  {
    name: 'chosen applications',
    path: `${list}?q=axe.`,
    open: (page) => tick(page.getByRole('checkbox', { name: 'Select all on this page' })),
  },
  {
    name: 'a new item with a translated text',
    path: '/admin/website?view=notices',
    open: async (page) => {
      await press(page, 'Add notice')
      await expect(page.getByText('Visitors read the English text.')).toBeVisible()
    },
  },
  {
    name: 'an item with a picture',
    path: '/admin/website',
    open: async (page) => {
      await press(page, /^Edit/)
      await expect(page.getByLabel('Description of the picture')).toBeVisible()
    },
  },
  {
    name: 'the question when an item appears',
    path: '/admin/website?view=jobs',
    open: async (page) => {
      await press(page, /^Publish/)
      await press(page, 'Schedule…')
      await expect(page.getByLabel('Publish at')).toBeVisible()
    },
  },
  {
    name: 'the versions of an item',
    path: '/admin/website?view=jobs',
    open: async (page) => {
      await press(page, /^More/)
      await page.getByRole('menuitem', { name: 'Versions' }).click()
      await expect(page.getByText('Current draft')).toBeVisible()
    },
  },
  { name: 'a new intake', path: '/admin/intakes', open: (page) => press(page, 'Add Intake') },
  {
    name: 'the menu or nothing',
    path: '/admin/history',
    open: async (page) => {
      const menu = page.getByRole('button', { name: 'Menu' })
      if (await menu.isVisible()) await menu.click()
    },
  },
]

/** Creates the records that the states need, and signs in. */
export async function prepare(page: Page, request: Page['request']) {
  const made = await createApplications(request, 3, 'axe')
  const call = await api(request)
  const decline = { reason: 'duplicate', message: 'You applied in May.' }
  await call('PUT', `/admin/attachments/${made[2]?._id}/decline`, decline)
  const [known] = await call('GET', '/admin/institutions?q=axe college')
  if (!known) {
    await call('POST', '/admin/institutions', { name: 'Axe College', county: 'Lamu' })
    await call('POST', '/admin/departments', { name: 'Axe Department', code: 'LONG-AXE-CODE' })
  }
  await enterBackOffice(page, list)
}

/**
 * Opens a screen anew by a navigation of React Router from another screen: scripts and axe need not be loaded
 * again. Where unsaved edits block the navigation, the page is loaded.
 */
export async function openScreen(page: Page, path: string) {
  const other = '/admin/account'
  await navigate(page, other)
  if (new URL(page.url()).pathname === other) {
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
    await navigate(page, path)
  } else {
    await page.goto(path)
  }
  await expect(page).toHaveURL(path)
  await waitForData(page)
}

/** Navigates by the script of the page, as a click on a link does. */
function navigate(page: Page, path: string) {
  return page.evaluate((to) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate: (path: string) => Promise<void> }
    }
    return router.navigate(to)
  }, path)
}

/** Waits until a screen has loaded its data. */
export async function waitForData(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Clicks the first button with that name. */
export async function press(page: Page, name: string | RegExp) {
  await page.getByRole('button', { name }).first().click()
}

/** One visit answers accessibility, at two widths, and layout, at all. The font changes the layout only. */
export async function checkScreen(page: Page, project: string, accessibilityWidths = [360, 1280]) {
  if (project !== 'wide font') await checkAccessibility(page, accessibilityWidths)
  await expectLayoutHolds(page)
  await setTextSize(page, '100%')
}

/** Accessibility on a phone and on a desktop. The page keeps the last width. */
export async function checkAccessibility(page: Page, widths = [360, 1280]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    if (width === 360) expect(await tooSmall(page)).toEqual([])
    // Contrast is measured after dialogs have faded in and skeletons have stopped pulsing.
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
}

/** Controls less than 44 px high or wide, except links within text. */
function tooSmall(page: Page) {
  return page.evaluate(() => {
    const controls = document.querySelectorAll(
      'button, select, summary, nav a, label:has([type=checkbox], [type=radio]), input:not([type=checkbox], [type=radio], [type=hidden])',
    )
    return [...controls]
      .filter((element) => !element.closest('[data-sonner-toaster]') && element.checkVisibility())
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        return width < 44 || height < 44
      })
      .map((element) => element.outerHTML.slice(0, 120))
  })
}

import type { Page } from '@playwright/test'

import { event } from '../support/content.ts'
import { choose, clearDate, pickDate, type } from '../support/hands.ts'
import { newAccount } from './accounts.ts'
import { control } from './application-form.ts'
import { rowOf } from './records.ts'
import {
  api,
  enterBackOffice,
  expect,
  hold,
  onlyInAll,
  openBackOffice,
  pressEscape,
  test,
} from './support.ts'

// Published events are seen by other tests.
test.use({ ownServer: 'content' })

const website = '/admin/website'

const picture = 'public/images/events/coast-tech-day.webp'

let items = 0

/** Creates a complete event as staff; `publishes` also publishes it. */
async function newEvent(page: Page, title: string, publishes = false) {
  const call = await api(page.request)
  const slug = `browser-event-${++items}-${Date.now()}`
  const path = '/admin/content/events'
  const made = await call('POST', path, { slug, draft: { ...event, title } })
  return publishes ? call('POST', `${path}/${made._id}/publish`, {}) : made
}

async function act(page: Page, title: string, action: string) {
  await rowOf(page, title)
    .getByRole('button', { name: `More: ${title}` })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name }).click()

test('an event is added with a picture, published and hidden', async ({ page }) => {
  await enterBackOffice(page, website)
  await page.getByRole('button', { name: 'Add event' }).click()
  await expect(page.getByLabel('After its date')).toHaveValue('move')
  await type(control(page, 'title'), 'Tamasha la Bahari')
  await press(page, 'Publish now')

  // The draft is saved. What is missing stands beside the fields.
  const summary = dialog(page).getByRole('alert')
  await expect(summary).toContainText('The draft is saved. It cannot be published yet.')
  await expect(summary.getByRole('link')).toHaveCount(6)
  await expect(control(page, 'date')).toHaveAccessibleDescription(/This is missing\./)

  await type(control(page, 'description'), 'Music and **food**.')
  await pickDate(control(page, 'date'), '2100-06-01')
  await type(control(page, 'time'), 'All day')
  await type(control(page, 'location'), 'The old port')
  await type(control(page, 'capacity'), '300')
  await control(page, 'image').setInputFiles(picture)
  await expect(page.getByText('Sending the picture')).toHaveCount(0)
  await type(page.getByLabel('Description of the picture'), 'Boats in the old port')
  await press(page, 'Publish now')
  await expect(page.getByText('Tamasha la Bahari is published')).toBeVisible()
  await expect(rowOf(page, 'Tamasha la Bahari')).toContainText('Published')

  await act(page, 'Tamasha la Bahari', 'Hide…')
  await press(page, 'Hide now')
  await expect(page.getByText('Tamasha la Bahari is hidden')).toBeVisible()
  await expect(rowOf(page, 'Tamasha la Bahari')).toContainText('Draft')
})

test('an event stays upcoming until staff let it move after its date', async ({ page }) => {
  const title = 'Coast Tech Day'
  const kept = (events: number) =>
    page.getByText(`${events} events, 1 job and 1 consultancy call are kept past their date`)
  await enterBackOffice(page, website)
  await expect(kept(3)).toBeVisible()
  await expect(rowOf(page, title)).toContainText('Past, kept')
  await page.getByRole('button', { name: `Edit: ${title}` }).click()
  await expect(control(page, 'afterDate')).toHaveAccessibleDescription(/Register Now/)
  await choose(control(page, 'afterDate'), 'Move it to past events')
  await press(page, 'Publish now')
  await expect(kept(2)).toBeVisible()
  await expect(rowOf(page, title)).not.toContainText('Past, kept')
  await page.goto('/events')
  const past = page.locator('section').filter({ hasText: 'Past events' })
  await expect(past.getByRole('heading', { level: 3 })).toHaveText(title)
  await expect(page.getByRole('button', { name: 'Register Now' })).toHaveCount(2)
})

test('a draft is scheduled in the time of Kenya, and the schedule is shown', async ({ page }) => {
  await newEvent(page, 'Scheduled Night')
  await enterBackOffice(page, `${website}?q=scheduled+night`)
  await page.getByRole('button', { name: 'Publish: Scheduled Night' }).click()
  await press(page, 'Schedule…')
  await page.getByLabel('Publish at').click({ position: { x: 16, y: 16 } })
  await page.keyboard.type('0301')
  await press(page, 'Schedule')
  await expect(page.getByLabel('Publish at')).toBeFocused()
  await pickDate(page.getByLabel('Publish at'), '2099-03-01T08:30')
  await pickDate(page.getByLabel('Hide at'), '2099-02-01T08:30')
  await press(page, 'Schedule')
  await expect(page.getByLabel('Hide at')).toHaveAccessibleDescription(/after it appears/)

  await clearDate(page.getByLabel('Hide at'))
  await pressEscape(dialog(page))
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await press(page, 'Schedule')
  await expect(page.getByText('appears on 1 Mar 2099, 08:30')).toBeVisible()
  const row = rowOf(page, 'Scheduled Night')
  await expect(row).toContainText('Scheduled')
  await expect(row).toContainText('Appears 1 Mar 2099, 08:30')
  await expect(page.getByRole('button', { name: 'Publish: Scheduled Night' })).toBeFocused()
})

test('a saved draft leaves the published event as it is, and publishing it keeps its end', async ({
  page,
}) => {
  const call = await api(page.request)
  const { _id } = await newEvent(page, 'Published Night')
  const path = `/admin/content/events/${_id}`
  await call('POST', `${path}/publish`, { hideAt: '2099-02-01T05:30:00Z' })
  await enterBackOffice(page, `${website}?q=published+night`)
  await page.getByRole('button', { name: 'Edit: Published Night' }).click()
  await type(control(page, 'location'), 'Elsewhere')
  await press(page, 'Save draft')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(rowOf(page, 'Published Night')).toContainText('Unpublished edits')
  const stored = await call('GET', path)
  expect([stored.draft.location, stored.published.location]).toEqual(['Elsewhere', event.location])

  await page.getByRole('button', { name: 'Publish: Published Night' }).click()
  await expect(dialog(page)).toContainText('at once, until 1 Feb 2099, 08:30.')
  await press(page, 'Publish now')
  await expect(rowOf(page, 'Published Night')).not.toContainText('Unpublished edits')
  const { published, hideAt } = await call('GET', path)
  expect([published.location, hideAt]).toEqual(['Elsewhere', '2099-02-01T05:30:00.000Z'])
})

test('an older version of a job is restored in one step', async ({ page }) => {
  const call = await api(page.request)
  const [{ _id, draft, name }] = await call('GET', '/admin/content/jobs')
  const path = `/admin/content/jobs/${_id}`
  await call('PUT', path, { draft: { ...draft, duration: 'For ever', skills: ['Patience'] } })
  await enterBackOffice(page, `${website}?view=jobs`)
  await act(page, name, 'Versions')
  const versions = dialog(page).getByRole('listitem')
  await expect(versions).toHaveCount(2)
  const [newest, oldest] = await versions.all()
  await expect(newest!).toContainText('Current draft')
  await expect(newest!).toContainText('by Administrator')
  await expect(newest!).toContainText('Changed: Duration, Skills')
  await expect(oldest!).toContainText('first content')
  await oldest!.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Version 1 is the draft now.')).toBeVisible()
  expect((await call('GET', path)).draft).toEqual(draft)
})

test(
  'the second to save sees the changes of the first, and may keep both',
  { tag: onlyInAll() },
  async ({ page }) => {
    const { _id, draft } = await newEvent(page, 'Conflict Night')
    await enterBackOffice(page, `${website}?q=conflict+night`)
    await page.getByRole('button', { name: 'Edit: Conflict Night' }).click()
    await type(control(page, 'time'), 'Noon')
    const call = await api(page.request)
    const path = `/admin/content/events/${_id}`
    await call('PUT', path, { draft: { ...draft, location: 'Fort Jesus' } })
    await press(page, 'Save draft')

    const conflict = page.getByRole('alertdialog')
    await expect(conflict.getByRole('term')).toHaveText(['Time', 'Location'])
    await conflict.getByRole('button', { name: 'Keep mine' }).click()
    await expect(page.getByText('Draft saved')).toBeVisible()
    expect((await call('GET', path)).draft).toMatchObject({ time: 'Noon', location: 'Fort Jesus' })
  },
)

test(
  'publishing what somebody else has just changed asks to look first',
  { tag: onlyInAll() },
  async ({ page }) => {
    const { _id, draft } = await newEvent(page, 'Raced Night')
    await enterBackOffice(page, `${website}?q=raced+night`)
    await page.getByRole('button', { name: 'Publish: Raced Night' }).click()
    const call = await api(page.request)
    const path = `/admin/content/events/${_id}`
    await call('PUT', path, { draft: { ...draft, location: 'Fort Jesus' } })
    const alert = dialog(page).getByRole('alert')
    await page.route(`**/api${path}/publish`, (route) => route.abort(), { times: 1 })
    await press(page, 'Publish now')
    await expect(alert).toHaveText('Failed to publish')
    await press(page, 'Publish now')
    await expect(alert).toContainText('Somebody else has changed this event')
    expect((await call('GET', path)).published).toBeNull()
    await press(page, 'Publish now')
    await expect(page.getByText('Raced Night is published')).toBeVisible()
  },
)

test(
  'what was typed survives an expired session, and a closed dialog asks',
  { tag: onlyInAll() },
  async ({ page }) => {
    await newEvent(page, 'Expired Night')
    await enterBackOffice(page, `${website}?q=expired+night`)
    await page.getByRole('button', { name: 'Edit: Expired Night' }).click()
    await type(control(page, 'description'), 'Half typed')
    await page.route('**/api/admin/content/events/*', (route) =>
      route.fulfill({ status: 401, json: { message: 'Expired', error: 'Expired' } }),
    )
    await press(page, 'Save draft')
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await expect(again).toBeVisible()
    await page.unroute('**/api/admin/content/events/*')
    await pressEscape(again)
    await expect(control(page, 'description')).toHaveValue('Half typed')
    await pressEscape(dialog(page))
    await expect(page.getByRole('alertdialog')).toHaveAccessibleName('Discard your changes?')
  },
)

test('a notice has its texts side by side, and asks for the translation before it is public', async ({
  page,
}) => {
  await enterBackOffice(page, `${website}?view=notices`)
  await page.getByRole('button', { name: 'Add notice' }).click()
  await expect(page.getByLabel('Text in Kiswahili')).toHaveAccessibleDescription(/Missing/)
  const [english, kiswahili] = await Promise.all(
    ['text', 'text_sw'].map((name) => control(page, name).boundingBox()),
  )
  expect(kiswahili!.x).toBeGreaterThan(english!.x + english!.width - 1)
  await type(control(page, 'text'), 'Closed on Monday')
  await press(page, 'Save draft')
  const row = rowOf(page, 'Closed on Monday')
  await expect(row).toContainText('Kiswahili missing')

  await row.getByRole('button', { name: /^Edit/ }).click()
  await pickDate(control(page, 'from'), '2100-01-01')
  await pickDate(control(page, 'until'), '2100-01-01')
  await choose(control(page, 'tone'), 'News')
  await press(page, 'Publish now')
  await expect(dialog(page)).toContainText('The Kiswahili text is missing.')
  await press(page, 'Write it now')
  await type(control(page, 'text_sw'), 'Tumefunga Jumatatu')
  await press(page, 'Publish now')
  await expect(page.getByText('Closed on Monday is published')).toBeVisible()
  await expect(row).not.toContainText('Kiswahili missing')
})

test('staff change the telephone number and how to give, and visitors use them', async ({
  page,
}) => {
  await enterBackOffice(page, website)
  const note = page.getByText('Giving details are empty: visitors are told to call or write.')
  await expect(note).toBeVisible()
  await page.getByRole('link', { name: 'Page texts', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Edit: Contact details' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add / })).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit: Contact details' }).click()
  await type(control(page, 'phone'), '0722 111 222')
  await type(control(page, 'openingHours'), 'Daily, 9 am to 5 pm.')
  await press(page, 'Publish now')
  await expect(page.getByText('Contact details is published')).toBeVisible()

  await page.getByRole('button', { name: 'Edit: Giving' }).click()
  await type(control(page, 'paybill'), '123456')
  await type(control(page, 'whatsapp'), '0722 111 222')
  await press(page, 'Save and preview')
  await expect(page.frameLocator('iframe').getByText('123456')).toBeVisible()
  await press(page, 'Publish now')
  await expect(page.getByText('Giving is published')).toBeVisible()
  await expect(note).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit: Events' }).click()
  await type(control(page, 'title'), 'Come Together')
  await press(page, 'Publish now')
  await expect(page.getByText('Events is published')).toBeVisible()

  await page.goto('/events')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come Together')
  const call = page.getByRole('link', { name: 'Call us' }).first()
  await expect(call).toHaveAttribute('href', 'tel:+254722111222')
  await page.goto('/contact')
  await expect(page.getByText('Daily, 9 am to 5 pm.')).toBeVisible()
  await page.goto('/donate')
  await page.getByText('$100', { exact: true }).click()
  await page.getByRole('button', { name: 'Donate Now' }).click()
  await expect(page.getByText('123456')).toBeVisible()
  const address = await page.getByRole('link', { name: 'Send on WhatsApp' }).getAttribute('href')
  expect(decodeURIComponent(address ?? '')).toBe(
    'https://wa.me/254722111222?text=I would like to give $100 to General Fund.',
  )
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: '0722 111 222' })).toHaveAttribute(
    'href',
    'tel:+254722111222',
  )
})

test('items are moved within their collection', async ({ page }) => {
  await enterBackOffice(page, `${website}?view=team`)
  const names = page.getByRole('row').locator('td:nth-child(2)')
  const [first = '', second = ''] = await names.allTextContents()
  // The second move begins before the reply to the first.
  const held = await hold(page, '**/api/admin/content/team/*')
  await act(page, first, 'Move down')
  await act(page, first, 'Move down')
  await held.begun
  held.letGo()
  await expect(page.getByText(`${first} has place 3 now`)).toBeVisible()
  await expect(names.nth(0)).toHaveText(second)
  await act(page, first, 'Move up')
  await act(page, first, 'Move up')
  await expect(names.nth(0)).toHaveText(first)

  // Figures of the same kind are told apart by their value and page.
  await page.getByRole('link', { name: 'Impact figures' }).click()
  await expect(rowOf(page, '87%')).toContainText('Impact report')
})

test('an item is deleted after a question', async ({ page }) => {
  await newEvent(page, 'Deleted Night', true)
  await enterBackOffice(page, `${website}?q=deleted+night`)
  await act(page, 'Deleted Night', 'Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('It disappears from the website at once.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Event deleted successfully')).toBeVisible()
  await expect(page.getByText('No events found')).toBeVisible()
})

test('all content is exported as a file, and imported from it', async ({ page }) => {
  await enterBackOffice(page, website)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^content_\d{8}_\d{6}\.json$/)

  await page.getByRole('button', { name: 'Import all' }).click()
  const input = page.getByLabel('File of content')
  await input.setInputFiles(picture)
  await expect(input).toHaveAccessibleDescription(/This is not a file of content/)
  await input.setInputFiles({ name: 'a.json', mimeType: 'text/json', buffer: Buffer.from('[]') })
  await expect(input).toHaveAccessibleDescription(/This is not a file of content/)
  await input.setInputFiles(await file.path())
  await press(page, 'Import and replace')
  await expect(
    page.getByText(
      /^Imported: 0 new, 0 changed, \d+ unchanged, 0 hidden, 0 message texts changed$/,
    ),
  ).toBeVisible()
})

test('a preview shows the page at two widths, scrolled to the item', async ({ page }) => {
  await newEvent(page, 'Preview Night')
  await enterBackOffice(page, `${website}?q=preview+night`)
  await page.getByRole('button', { name: 'Preview: Preview Night' }).click()
  const frame = page.locator('iframe')
  const inside = frame.contentFrame()
  await expect(frame).toHaveAttribute('src', '/events?draft=1')
  await expect(inside.getByRole('heading', { name: 'Preview Night' })).toBeInViewport()
  await expect(inside.locator('[style*=outline]')).toContainText('Preview Night')
  expect((await frame.boundingBox())?.height).toBeGreaterThan(400)
  expect((await frame.boundingBox())?.width).toBeLessThanOrEqual(362)
  await press(page, 'Desktop')
  expect((await frame.boundingBox())?.width).toBeGreaterThanOrEqual(1024)
  await press(page, 'Schedule…')
  await expect(dialog(page)).toHaveAccessibleName('Schedule Preview Night')
})

test('the first steps on an empty dashboard lead to a new editor, and vanish when done', async ({
  page,
}) => {
  await openBackOffice(page)
  const steps = page.getByRole('link', { name: /^(Add|Connect) / })
  await expect(page.getByRole('heading', { name: 'No applications yet' })).toBeVisible()
  await expect(page.getByText('No applications in 26 weeks.')).toBeVisible()
  await expect(steps).toHaveText([
    'Add an intake',
    'Add the people who work with you',
    'Connect a mail server',
  ])
  await steps.nth(1).click()
  await page.getByRole('button', { name: 'Add User' }).click()
  await type(control(page, 'name'), 'Editor of Screens')
  await type(control(page, 'email'), 'editor-of-screens@example.org')
  await choose(control(page, 'role'), 'Editor')
  await page.getByRole('button', { name: 'Create' }).click()
  await pressEscape(page.getByRole('dialog', { name: /^Password link/ }))
  await expect(rowOf(page, 'editor-of-screens@example.org')).toContainText('Editor')

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(steps).toHaveText(['Add an intake', 'Connect a mail server'])
})

test('an editor sees the website and the own account, and nothing else', async ({
  page,
  request,
}) => {
  const editor = await newAccount(request, 'content-editor', 'editor')
  await page.goto('/login')
  await type(page.getByLabel('Email'), editor.email)
  await type(page.getByLabel('Password', { exact: true }), editor.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(website)
  const links = page.getByRole('navigation', { name: 'Back office' }).getByRole('link')
  await expect(links).toHaveText(['Website', /^Account.*content-editor/, /View site/])

  await page.goto('/admin/users')
  await expect(page).toHaveURL(website)
  await page.goto('/admin/account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')
})

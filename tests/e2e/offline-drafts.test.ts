import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type BrowserContext, chromium, type Page } from '@playwright/test'

import { todayInKenya } from '../../app/lib/today.ts'
import { newDatabase, startServer } from '../support/server.ts'
import { findFreePort, listenLocally } from '../support/port.ts'
import { reconnect } from '../support/browser-events.ts'
import { choose, tick, type } from '../support/hands.ts'
import {
  aPerson,
  control,
  fillIn,
  send,
  sendButton,
  submitButton,
  withoutSubmissions,
} from './application-form.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { kept, saved } from './kept.ts'
import { api, expect, hold, test, translate } from './support.ts'

const path = '/industrial-attachment/apply'
/** The script that hydrates the form. */
const script = '**/assets/entry.application-form-*'
const submissions = '**/api/users/industrial-attachments'
const receipt = /\/industrial-attachment\/success\?/
const referenceId = /SPH-\d{4}-[0-9A-HJKMNP-TV-Z]{8}/

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
  await expect(mark(page)).toHaveText('Saved on this phone')
  await page.close()
  const later = await context.newPage()
  await later.goto(path)
  await expectForm(later, { ...person, course })

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
  await page.goto(path)
  await fillIn(page, person)
  await saved(page, { agree_terms: true })
  const other = await context.newPage()
  await other.goto(path)
  await expect(mark(other)).toHaveText('Kept on this phone as you type')
  await expect(control(other, 'first_name')).toHaveValue('')
  await type(control(page, 'middle_name'), 'Both')
  await saved(page, { middle_name: 'Both' })

  await other.getByRole('button', { name: 'Go on with it' }).click()
  await expectForm(other, person)
  await expect(control(other, 'middle_name')).toHaveValue('Both')
  await expect(control(page, 'first_name')).toHaveValue('')
  await expect(mark(page)).toHaveText('Kept on this phone as you type')
  await expect(page.getByRole('button', { name: 'Go on with it' })).toBeVisible()

  await send(other)
  await expect(other).toHaveURL(receipt)
  await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  const ask = await api(request)
  expect(await ask('GET', `/admin/attachments?q=${person.email}`)).toHaveLength(1)
})

test('a tab keeps answers that it could not save when its draft moves to another tab', async ({
  page,
  context,
}) => {
  await page.goto(path)
  await type(control(page, 'first_name'), 'Saved')
  await saved(page, { first_name: 'Saved' })
  const disk = await fillDisk(page)
  await type(control(page, 'last_name'), 'Not saved')
  await expect(mark(page)).toHaveText('Not saved on this phone')
  const other = await context.newPage()
  await other.goto(path)
  await other.getByRole('button', { name: 'Go on with it' }).click()
  await expect(control(other, 'first_name')).toHaveValue('Saved')

  await disk.empty()
  await type(control(page, 'middle_name'), 'Now')
  await expect(mark(page)).toHaveText('Saved on this phone')
  await type(control(other, 'last_name'), 'Other')
  await saved(other, { first_name: 'Saved', last_name: 'Other' })
  expect((await kept(page)).map(({ values }) => values)).toMatchObject([
    { first_name: 'Saved', middle_name: 'Now', last_name: 'Not saved' },
    { first_name: 'Saved', last_name: 'Other' },
  ])
})

test('a draft that is discarded in one tab is gone in the tab where it was open', async ({
  page,
  context,
}) => {
  await page.goto(path)
  await type(control(page, 'first_name'), 'Discarded')
  await saved(page, { first_name: 'Discarded' })
  const other = await context.newPage()
  other.on('dialog', (dialog) => void dialog.accept())
  await other.goto(path)
  await other.getByRole('button', { name: 'Discard it' }).click()
  await expect(control(page, 'first_name')).toHaveValue('')
  await expect(mark(page)).toHaveText('Kept on this phone as you type')
  expect(await kept(page)).toEqual([])
})

test('an application sent offline is queued, and sent when the network is back', async ({
  page,
  context,
  request,
}) => {
  const person = aPerson('waits')
  await open(page)
  await fillIn(page, person)
  await context.setOffline(true)
  await send(page)

  await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
  await expect(page.locator('#kept')).toBeFocused()
  await expect(page.getByText(`${person.first_name} ${person.last_name}`)).toBeVisible()
  await expect(submitButton(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
  await expect(submitButton(page)).toBeHidden()

  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  await expect.poll(() => told(page)).toEqual([{ event: 'industrial_attachment_apply' }])
  const reference = referenceId.exec(await page.locator('#kept').innerText())?.[0]
  const ask = await api(request)
  const [found, ...more] = await ask('GET', `/admin/attachments?q=${person.email}`)
  expect(found).toMatchObject({ referenceId: reference, first_name: person.first_name })
  expect(more).toEqual([])
  // Only the reference ID stays on the phone.
  expect(JSON.stringify(await kept(page))).not.toContain(person.email)
  await expect(control(page, 'first_name')).toHaveValue('')

  await page.getByRole('link', { name: 'Open the confirmation' }).click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  await page.goto(path)
  await page.getByRole('button', { name: 'Remove it from this phone' }).click()
  await expect(page.getByRole('heading', { name: 'Received' })).toBeHidden()
  expect(await kept(page)).toEqual([])
})

test('Back from the confirmation leads to an empty form, and stores no new draft', async ({
  page,
}) => {
  await page.addInitScript(leaveUntouched)
  await page.goto(path)
  await fillIn(page, aPerson('goes-back'))
  await send(page)
  await expect(page).toHaveURL(receipt)
  await page.reload()
  for (const comeAgain of [() => page.goBack(), () => page.reload()]) {
    await comeAgain()
    await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
    await expect(control(page, 'first_name')).toHaveValue('')
    await expect(control(page, 'agree_terms')).not.toBeChecked()
    await expect(control(page, 'course')).toBeDisabled()
    await expect(mark(page)).toHaveText('Kept on this phone as you type')
    expect(await kept(page)).toMatchObject([{ state: 'received' }])
  }
})

test('a tab that comes back while an application is queued finds an empty form', async ({
  page,
  context,
}) => {
  const person = aPerson('comes-back')
  await page.addInitScript(leaveUntouched)
  await open(page)
  await fillIn(page, person)
  await saved(page, { agree_terms: true })
  await page.goto('about:blank')
  const other = await context.newPage()
  await other.goto(path)
  await expectForm(other, person)
  await context.setOffline(true)
  await send(other)
  await expect(other.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: 'Fill in another application' }).click()
  await expect(control(page, 'first_name')).toHaveValue('')
  await expect(control(page, 'course')).toBeDisabled()
  expect(await kept(page)).toMatchObject([{ state: 'waiting' }])
})

test('changes of a queued application are announced, and the focus stays in the list', async ({
  page,
  context,
}) => {
  await open(page)
  const status = page.locator('output:has(+ #kept)')
  await fillIn(page, aPerson('announced'))
  await expect(status).toHaveText('')
  await context.setOffline(true)
  await send(page)
  await expect(status).toHaveText('Waiting for network')
  await page.getByRole('button', { name: 'Change it' }).focus()
  await context.setOffline(false)
  await expect(status).toHaveText('Received')
  await expect(page.locator('#kept')).toBeFocused()

  await page.getByRole('button', { name: 'Remove it from this phone' }).click()
  await expect(status).toHaveText('')
  await expect(page.locator('#kept')).toBeFocused()
})

test('a queued application can be changed and discarded', async ({ page, context }) => {
  const person = aPerson('changes')
  await open(page)
  await fillIn(page, person)
  await context.setOffline(true)
  await send(page)
  await page.getByRole('button', { name: 'Change it' }).click()

  await expect(page.getByRole('group', { name: 'Personal Information' })).toBeFocused()
  await expectForm(page, person)
  await type(control(page, 'first_name'), 'Changed')
  await send(page)
  await expect(page.getByText(`Changed ${person.last_name}`)).toBeVisible()

  // Another person applies on the same phone.
  await page.getByRole('button', { name: 'Fill in another application' }).click()
  await expect(control(page, 'first_name')).toHaveValue('')
  await type(control(page, 'first_name'), 'Another')
  await saved(page, { first_name: 'Another' })
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(control(page, 'first_name')).toHaveValue('Changed')
  await page.getByRole('button', { name: 'Go on with it' }).click()
  await expect(control(page, 'first_name')).toHaveValue('Another')

  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.accept()
  })
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(page.getByRole('button', { name: 'Discard it' })).toBeHidden()
  expect(questions).toEqual(['Discard this application? Its answers are gone then.'])
  expect(await kept(page)).toMatchObject([{ values: { first_name: 'Another' } }])
})

test('an application that the server refuses later is back in the form with all answers', async ({
  page,
  context,
  request,
}) => {
  const person = aPerson('refused-later')
  const ask = await api(request)
  const department = await ask('POST', '/admin/departments', { name: 'Closing', code: 'CLO' })
  // The form shows a new department within a second.
  await expect
    .poll(async () => (await request.get('/industrial-attachment/apply')).text())
    .toContain('Closing')
  await open(page)
  await fillIn(page, person)
  await choose(control(page, 'department'), 'Closing')
  await context.setOffline(true)
  await send(page)
  await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
  await ask('DELETE', `/admin/departments/${department._id}`)
  await context.setOffline(false)

  await expect(page.getByRole('alert')).toBeFocused()
  await expect(control(page, 'department')).toHaveAccessibleDescription(
    /Choose a department from the list/,
  )
  await expectForm(page, person)
  await page.reload()
  await expect(page.getByRole('alert')).toBeVisible()
  await choose(control(page, 'department'), 'Communication')
  await send(page)
  await expect(page.getByText(referenceId)).toBeVisible()
})

test('an application queued with a birth that is refused now is back in the form', async ({
  page,
}) => {
  const person = { ...aPerson('born-today'), date_of_birth: todayInKenya() }
  await startKeeping(page)
  await keepAnother(page, person, { state: 'waiting', tries: 0, notBefore: 0, met: { said: '' } })
  await page.reload()

  await expect(control(page, 'date_of_birth')).toHaveAccessibleDescription(
    /applicants are between 14 and 100 years old/,
  )
  await expect(control(page, 'date_of_birth')).toHaveValue(person.date_of_birth)
  await expect(control(page, 'about_yourself')).toHaveValue(person.about_yourself)
})

test('a draft whose institution and course were deleted says so', async ({ page, request }) => {
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
})

test('a second person on the phone starts an empty form, and the draft of the first is listed', async ({
  page,
}) => {
  await page.goto(path)
  const another = page.getByRole('button', { name: 'Someone else applies on this phone' })
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
  await page.getByRole('button', { name: 'Mtu mwingine anatuma maombi kwenye simu hii' }).click()
  await expect(control(page, 'first_name')).toHaveValue('')
  expect(await kept(page)).toHaveLength(2)
})

test('the form of a second person stays empty if the first was refused', async ({ page }) => {
  const refusal = { message: 'Choose again', fields: {} }
  await page.goto(path)
  await type(control(page, 'first_name'), 'Waits')
  await saved(page, { first_name: 'Waits' })
  await keepAnother(page, { first_name: 'Refused' }, { refusal, at: Date.now() + 60_000 })
  await page.reload()
  await expect(control(page, 'first_name')).toHaveValue('Refused')
  await page.getByRole('button', { name: 'Someone else applies on this phone' }).click()
  await expect(control(page, 'first_name')).toHaveValue('')
  await expect(page.getByRole('alert')).toBeHidden()
  // A change by another tab, after which a refused application takes an empty form.
  await keepAnother(page, { first_name: 'Third' }, { id: 'third' })
  await expect(page.locator('#kept')).toContainText('Third')
  await expect(control(page, 'first_name')).toHaveValue('')
})

test.describe('without the service worker', () => {
  // page.route does not see the requests of a service worker.
  test.use({ serviceWorkers: 'block' })

  test('answers typed before the scripts arrive are saved, and win over the draft', async ({
    page,
  }) => {
    const scripts = await hold(page, script)
    await page.goto(path, { waitUntil: 'commit' })
    await type(control(page, 'first_name'), 'First')
    await type(control(page, 'last_name'), 'First')
    scripts.letGo()
    await saved(page, { first_name: 'First', last_name: 'First' })

    const later = await hold(page, script)
    await page.reload({ waitUntil: 'commit' })
    await control(page, 'first_name').click()
    await page.keyboard.type('Second')
    later.letGo()
    await expect(control(page, 'last_name')).toHaveValue('First')
    await expect(control(page, 'first_name')).toHaveValue('Second')
    await saved(page, { first_name: 'Second', last_name: 'First' })
  })

  test('a draft keeps its course if something is typed while the courses are loading', async ({
    page,
  }) => {
    const person = aPerson('slow-courses')
    await page.goto(path)
    await fillIn(page, person)
    await saved(page, { agree_terms: true })
    const course = await control(page, 'course').inputValue()
    const courses = await hold(page, '**/api/users/courses**')
    await page.reload()
    await courses.begun
    await type(control(page, 'middle_name'), 'Meanwhile')
    await saved(page, { middle_name: 'Meanwhile', course })
    courses.letGo()
    await expectForm(page, { ...person, course })
  })

  test('a page that the browser translates before the scripts arrive can be filled in', async ({
    page,
  }) => {
    const scripts = await hold(page, script)
    await page.goto(path, { waitUntil: 'commit' })
    await type(control(page, 'first_name'), 'First')
    await expect(page.locator('footer')).toBeAttached()
    await translate(page)
    scripts.letGo()
    await expect(control(page, 'course')).toBeDisabled()
    await expect(control(page, 'first_name')).toHaveValue('First')
    const person = aPerson('translated')
    await fillIn(page, person)
    await send(page)
    await expect(page).toHaveURL(receipt)
  })

  test('answers typed before the scripts on the first visit are there after Back', async ({
    page,
  }) => {
    await page.addInitScript(leaveUntouched)
    const scripts = await hold(page, script)
    await page.goto(path, { waitUntil: 'commit' })
    await type(control(page, 'first_name'), 'First')
    await leave(page)
    scripts.letGo()
    await page.goBack()
    await type(control(page, 'last_name'), 'First')
    await saved(page, { first_name: 'First', last_name: 'First' })
    await expect(control(page, 'first_name')).toHaveValue('First')
  })

  test('the receipt of an older version is not shown for the changed application', async ({
    page,
    request,
  }) => {
    const person = aPerson('changed-meanwhile')
    await page.route(submissions, (route) => route.abort(), { times: 1 })
    await page.goto(path)
    await fillIn(page, person)
    await send(page)
    await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
    const { begun, letGo } = await hold(page, submissions)
    await reconnect(page)
    await begun
    await page.getByRole('button', { name: 'Change it' }).click()
    await type(control(page, 'first_name'), 'Changed')
    await send(page)
    await expect(sendButton(page)).toHaveText('Submitting Application...')
    letGo()

    await expect(page.getByRole('alert').first()).toContainText(
      'An application from this page was received before',
    )
    await expect(control(page, 'first_name')).toHaveValue('Changed')
    await send(page)
    await expect(page).toHaveURL(receipt)
    const reference = referenceId.exec(page.url())?.[0]
    const ask = await api(request)
    const found = await ask('GET', `/admin/attachments?q=${person.email}`)
    expect(found).toHaveLength(2)
    expect(found).toContainEqual(
      expect.objectContaining({ referenceId: reference, first_name: 'Changed' }),
    )
  })

  test('the analytics event of an application that two tabs list is sent by one of them', async ({
    page,
    context,
  }) => {
    const other = await context.newPage()
    const { letGo } = await hold(page, submissions)
    await page.goto(path)
    await fillIn(page, aPerson('told-once'))
    await saved(page, { agree_terms: true })
    await other.goto(path)
    await control(other, 'first_name').focus()
    await send(page)
    // The second attempt waits for the Web Lock, because the first request has no response yet.
    await expect(other.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
    letGo()
    await expect(page).toHaveURL(receipt)
    await expect(page.getByRole('button', { name: /^Copy/ })).toBeVisible()
    await expect(other.getByRole('heading', { name: 'Received' })).toBeVisible()
    await expect
      .poll(async () => [...(await told(page)), ...(await told(other))])
      .toEqual([{ event: 'industrial_attachment_apply' }])
  })

  test('without background sync the page does not invite to close it', async ({ page }) => {
    await page.route(submissions, (route) => route.abort())
    await page.goto(path)
    await fillIn(page, aPerson('stays-open'))
    await send(page)
    await expect(page.locator('#kept')).toContainText(
      'If you close this page, it goes out when you open it again.',
    )
  })

  test('an application sent again without scripts after a server error is not a second one', async ({
    page,
    server,
  }) => {
    const sendWithIt = await fillInWithout(page, 'application', 'after-trouble')
    await withoutSubmissions(server.variables, async () => {
      await send(page)
      await expect(page.getByRole('alert')).toBeVisible()
    })
    await expect(mark(page)).toHaveText('Saved on this phone')
    await send(page)
    await expect(page).toHaveURL(receipt)
    const own = page.url()

    await sendWithIt()
    await expect(page).toHaveURL(own)
  })

  for (const part of ['application', 'check-answers']) {
    test(`an application sent without the ${part} script is not a second one with it`, async ({
      page,
    }) => {
      const sendWithIt = await fillInWithout(page, part, `then-with-${part}`)
      await send(page)
      await expect(page).toHaveURL(receipt)
      const own = page.url()

      await sendWithIt()
      await expect(page).toHaveURL(own)
      expect(await kept(page)).toMatchObject([{ state: 'received' }])
    })
  }

  test('errors of answers sent without scripts stay when the draft is restored', async ({
    page,
  }) => {
    await page.route(/\/assets\/application-[\w-]{8}\.js$/, (route) => route.abort())
    await page.goto(path)
    await fillIn(page, aPerson('plain-mistake'))
    await type(control(page, 'email'), 'not an address')
    await saved(page, { email: 'not an address' })
    const answered = page.waitForEvent('domcontentloaded')
    await submitButton(page).click()
    await answered
    await expect(mark(page)).toHaveText('Saved on this phone')
    await expect(page.getByRole('alert')).toContainText('Please check these fields and try again.')
    await expect(control(page, 'email')).toHaveAccessibleDescription(/Valid email required/)
  })

  test('answers sent without scripts do not replace the draft of another person', async ({
    page,
  }) => {
    await page.goto(path)
    await type(control(page, 'first_name'), 'First')
    await type(control(page, 'last_name'), 'First')
    await saved(page, { first_name: 'First', last_name: 'First' })
    const scripts = await hold(page, script)
    await page.goto(path, { waitUntil: 'commit' })
    await type(control(page, 'first_name'), 'Second')
    await control(page, 'first_name').press('Enter')
    await expect(page.getByRole('alert')).toContainText('Please check these fields and try again.')
    scripts.letGo()
    await saved(page, { first_name: 'Second', last_name: '' })
    await expect(control(page, 'last_name')).toHaveAccessibleDescription(/Required/)
    await page.reload()
    await expect(mark(page)).toHaveText('Saved on this phone')
    expect(await kept(page)).toHaveLength(2)

    await page.getByRole('button', { name: 'Go on with it' }).click()
    await expect(control(page, 'first_name')).toHaveValue('First')
    await expect(control(page, 'last_name')).toHaveValue('First')
  })

  test('two people who send the same answers before the scripts arrive send two applications', async ({
    page,
  }) => {
    for (const person of [aPerson('alike-at-first.1'), aPerson('alike-at-first.2')]) {
      const scripts = await hold(page, script)
      await page.goto(path, { waitUntil: 'commit' })
      await control(page, 'first_name').press('Enter')
      await expect(page.getByRole('alert')).toContainText(
        'Please check these fields and try again.',
      )
      scripts.letGo()
      await expect(mark(page)).toBeVisible()
      await fillIn(page, person)
      await send(page)
      await expect(page).toHaveURL(receipt)
      await page.unroute(script)
    }
  })

  test('the page waits as long as Retry-After asks, and says so', async ({ page }) => {
    let tries = 0
    await page.route(submissions, (route) =>
      ++tries === 1
        ? route.fulfill({
            status: 503,
            headers: { 'Retry-After': '120' },
            json: { message: 'Nothing can be saved at the moment, please wait.' },
          })
        : route.continue(),
    )
    await page.clock.install()
    await page.goto(path)
    await fillIn(page, aPerson('busy'))
    await page.clock.pauseAt(Date.now() + 60_000)
    await send(page)
    await expect(page.getByRole('heading', { name: 'Waiting for our server' })).toBeVisible()
    await expect(page.getByText('Nothing can be saved at the moment, please wait.')).toBeVisible()

    await reconnect(page)
    await page.clock.runFor(110_000)
    expect(tries).toBe(1)
    await expect
      .poll(async () => {
        await page.clock.runFor(5000)
        return tries
      })
      .toBe(2)
    await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  })

  test('the backoff grows while there is no answer', async ({ page }) => {
    const tries = await fillInForNobody(page, 'nobody')
    await page.clock.pauseAt(Date.now() + 60_000)
    await send(page)
    await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
    for (const [seconds, sofar] of [
      [7, 2],
      [8, 2],
      [6, 3],
      [18, 3],
      [8, 4],
    ] as const) {
      await page.clock.runFor(seconds * 1000)
      await expect.poll(tries).toBe(sofar)
      await expect.poll(async () => (await kept(page))[0]).toMatchObject({ tries: sofar })
    }
  })

  test('a try that could not be stored is not the last one', async ({ page }) => {
    const tries = await fillInForNobody(page, 'not-noted')
    await send(page)
    await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
    const disk = await fillDisk(page)
    await page.clock.runFor(7000)
    await expect.poll(tries).toBe(2)
    await disk.empty()
    await expect
      .poll(async () => {
        await page.clock.runFor(5000)
        return tries()
      })
      .toBe(3)
  })

  test('tries that cannot be stored delay no other application, and respect Retry-After', async ({
    page,
  }) => {
    const keys: string[] = []
    await page.route(submissions, (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '')
      return route.fulfill({ status: 503, headers: { 'Retry-After': '120' }, json: {} })
    })
    await page.clock.install()
    await page.goto(path)
    await control(page, 'first_name').focus()
    await expect(mark(page)).toBeVisible()
    const waiting = { state: 'waiting', tries: 0, notBefore: 0, met: 'nobody' }
    for (const id of ['first', 'second']) await keepAnother(page, {}, { ...waiting, id, key: id })
    await expect(page.getByRole('heading', { name: 'Waiting for network' })).toHaveCount(2)
    await fillDisk(page)
    for (let seconds = 0; seconds < 90; seconds += 6) {
      await page.clock.runFor(6000)
      await kept(page)
    }
    expect(keys.toSorted()).toEqual(['first', 'second'])
    await expect
      .poll(async () => {
        await page.clock.runFor(10_000)
        return keys.length
      })
      .toBe(4)
  })

  test('an expired draft that cannot be deleted does not hide the others', async ({
    page,
    context,
  }) => {
    await page.goto(path)
    await type(control(page, 'first_name'), 'First')
    await saved(page, { first_name: 'First' })
    await fillDisk(page)
    const other = await context.newPage()
    await other.goto('/about')
    await keepAnother(other, {}, { id: 'old', at: Date.now() - 61 * 86_400_000 })
    await keepAnother(other, { first_name: 'Another' })
    await expect(page.getByRole('button', { name: 'Go on with it' })).toHaveCount(1)
    await expect(mark(page)).toHaveText('Saved on this phone')
  })

  test('a wrong clock neither deletes a draft nor delays a queued application', async ({
    page,
  }) => {
    let tries = 0
    await page.route(submissions, (route) => {
      tries++
      return route.abort()
    })
    await page.goto(path)
    await control(page, 'first_name').focus()
    await expect(mark(page)).toBeVisible()
    await keepAnother(page, { first_name: 'Stopped' }, { at: Date.UTC(2020, 0) })
    await expect(page.getByRole('button', { name: 'Go on with it' })).toBeVisible()
    await expect.poll(async () => (await kept(page))[0]?.at).toBeGreaterThan(Date.UTC(2026, 0))

    const late = { state: 'waiting', tries: 0, notBefore: Date.UTC(2100, 0), met: { said: '' } }
    await keepAnother(page, {}, { ...late, id: 'late' })
    await page.reload()
    await expect.poll(() => tries).toBe(1)
  })

  test('a draft with a wrong date stays when two tabs read it at the same time', async ({
    page,
    context,
  }) => {
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
  })

  test('an expired draft stays if another tab changes it at the same time', async ({ page }) => {
    await startKeeping(page)
    await page.goto('/about')
    await keepAnother(page, { first_name: 'Old' }, { at: Date.now() - 61 * 86_400_000 })
    await page.addInitScript(changeOnceRead)
    await page.goto(path)
    await expect(mark(page)).toBeVisible()
    await page.reload()
    await expect(control(page, 'first_name')).toHaveValue('Changed')
    expect(await kept(page)).toMatchObject([{ values: { first_name: 'Changed' } }])
  })

  for (const prefix of ['', '/sw']) {
    test(`a refusal without a sentence shows one, with everything typed kept: ${prefix}${path}`, async ({
      page,
      context,
    }) => {
      let tries = 0
      await page.route(submissions, (route) => {
        tries++
        return route.fulfill({ status: 400, json: {} })
      })
      const person = aPerson(`speechless${prefix.slice(1)}`)
      await page.clock.install()
      await page.goto(prefix + path)
      await fillIn(page, person)
      await send(page)
      const sentence = prefix
        ? 'Maombi hayakutumwa. Tafadhali kagua sehemu zote kisha ujaribu tena.'
        : 'Failed to submit application. Please check all fields and try again.'
      await expect(page.getByRole('alert')).toBeFocused()
      await expect(page.getByRole('alert')).toHaveText(sentence)
      await expectForm(page, person)
      await page.clock.runFor(20_000)
      expect(tries).toBe(1)
      expect(await kept(page)).toMatchObject([{ state: 'draft', values: { email: person.email } }])

      const other = await context.newPage()
      await other.goto(prefix + path)
      await expect(other.locator('#kept')).toContainText(sentence)
    })
  }

  test('an incomplete answer is no refusal', async ({ page }) => {
    await page.route(submissions, (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"mess' }),
    )
    await page.goto(path)
    await fillIn(page, aPerson('incomplete'))
    await send(page)
    await expect(page.getByRole('heading', { name: 'Waiting for our server' })).toBeVisible()
  })

  test.describe('with a network that redirects', () => {
    test.use({ expectedComplaint: /violates the following Content Security Policy/ })

    test('the answer of another origin is no refusal', async ({ page }) => {
      const portal = createServer((_request, answer) =>
        answer
          .writeHead(403, {
            'content-type': 'application/json',
            'access-control-allow-origin': '*',
            'access-control-allow-headers': '*',
          })
          .end('{"message":"Please pay first"}'),
      )
      const location = `http://127.0.0.1:${await listenLocally(portal)}/`
      await page.route(submissions, (route) =>
        route.fulfill({ status: 307, headers: { location } }),
      )
      await page.goto(path)
      await fillIn(page, aPerson('elsewhere'))
      await send(page)
      await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
      portal.close()
    })
  })

  test('the page of a captive portal is no answer', async ({ page }) => {
    const pages = [
      { status: 200, contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' },
      { status: 403, contentType: 'text/html', body: '<h1>Please pay first</h1>' },
    ]
    await page.route(submissions, (route) => {
      const answer = pages.shift()
      return answer ? route.fulfill(answer) : route.continue()
    })
    await page.clock.install()
    await page.goto(path)
    await fillIn(page, aPerson('hotel'))
    await send(page)
    await expect.poll(async () => (await kept(page))[0]).toMatchObject({ tries: 1 })
    await page.clock.runFor(10_000)
    await expect.poll(async () => (await kept(page))[0]).toMatchObject({ tries: 2 })
    await page.clock.runFor(20_000)
    await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  })

  test('a browser without storage says so, and can still send', async ({ page }) => {
    await page.addInitScript(() => {
      const deny = () => {
        throw new DOMException('The user denied permission', 'SecurityError')
      }
      IDBFactory.prototype.open = deny
      Object.defineProperty(globalThis, 'sessionStorage', { get: deny })
    })
    await page.route(submissions, (route) => route.abort(), { times: 1 })
    const person = aPerson('private')
    await page.goto(path)
    await fillIn(page, person)
    await expect(mark(page)).toHaveText('Not saved on this phone')
    await send(page)
    await expect(page.getByRole('alert').first()).toContainText(
      'Failed to submit application. Please check all fields and try again.',
    )
    await expectForm(page, person)
    await send(page)
    await expect(page.getByText(referenceId)).toBeVisible()
  })

  test('answers that could not be saved are there after Back, until they are sent', async ({
    page,
  }) => {
    await page.addInitScript(leaveUntouched)
    await startKeeping(page)
    await page.addInitScript(refuseToSave)
    await page.reload()
    await expect(mark(page)).toBeVisible()
    const person = aPerson('cannot-save')
    await fillIn(page, person)
    await expect(mark(page)).toHaveText('Not saved on this phone')
    await leave(page)
    await page.goBack()
    await expect(mark(page)).toHaveText('Not saved on this phone')
    await expect(control(page, 'first_name')).toHaveValue(person.first_name)
    await expect(control(page, 'about_yourself')).toHaveValue(person.about_yourself)

    await fillIn(page, person)
    await send(page)
    await expect(page).toHaveURL(receipt)
    await page.goBack()
    await expect(mark(page)).toHaveText('Kept on this phone as you type')
    await expect(control(page, 'first_name')).toHaveValue('')
  })

  test('answers sent without scripts from a full disk are gone after Back', async ({ page }) => {
    await page.addInitScript(leaveUntouched)
    await startKeeping(page)
    await page.addInitScript(refuseToSave)
    await page.route(/\/assets\/check-answers-[\w-]{8}\.js$/, (route) => route.abort())
    await page.reload()
    await expect(mark(page)).toBeVisible()
    await fillIn(page, aPerson('plain-from-full-disk'))
    await expect(mark(page)).toHaveText('Not saved on this phone')
    await send(page)
    await expect(page).toHaveURL(receipt)
    // The copy button shows that the confirmation's script has run.
    await expect(page.getByRole('button', { name: /^Copy/ })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible()
    await expectEmptyOnTheWayBack(page)
  })

  test('answers sent without the autosave script are gone after Back', async ({ page }) => {
    await page.addInitScript(leaveUntouched)
    const file = /\/assets\/saved-applications-[\w-]{8}\.js$/
    await page.route(file, (route) => route.abort())
    await page.goto(path)
    await fillIn(page, aPerson('back-with-it'))
    await send(page)
    await expect(page).toHaveURL(receipt)
    await expect(page.getByRole('button', { name: /^Copy/ })).toBeVisible()
    await page.unroute(file)
    await expectEmptyOnTheWayBack(page)
    expect(await kept(page)).toEqual([])
  })

  test('answers sent by a browser without storage are gone after Back', async ({ page }) => {
    await page.addInitScript(leaveUntouched)
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The user denied permission', 'SecurityError')
      }
    })
    await page.goto(path)
    await fillIn(page, aPerson('kept-nowhere'))
    await send(page)
    await expect(page).toHaveURL(receipt)
    await expectEmptyOnTheWayBack(page)
  })

  test('answers that cannot be saved go along to the other language', async ({ page }) => {
    await startKeeping(page)
    await fillDisk(page)
    await type(control(page, 'first_name'), 'First')
    await type(control(page, 'about_yourself'), 'First')
    await expect(mark(page)).toHaveText('Not saved on this phone')
    await page.getByRole('link', { name: 'Kiswahili' }).click()
    await expect(page).toHaveURL(`/sw${path}`)
    await expect(control(page, 'first_name')).toHaveValue('First')
    await saved(page, { first_name: 'First', about_yourself: 'First' })
  })

  test('an older draft does not overwrite answers that could not be saved', async ({ page }) => {
    await page.addInitScript(leaveUntouched)
    await page.goto(path)
    await type(control(page, 'first_name'), 'Saved')
    await type(control(page, 'last_name'), 'Saved')
    await saved(page, { first_name: 'Saved', last_name: 'Saved' })
    await page.addInitScript(refuseToSave)
    await page.reload()
    await expect(control(page, 'last_name')).toHaveValue('Saved')
    await type(control(page, 'first_name'), 'Changed')
    await expect(mark(page)).toHaveText('Not saved on this phone')
    await leave(page)
    await page.goBack()
    await expect(mark(page)).toHaveText('Not saved on this phone')
    await expect(control(page, 'first_name')).toHaveValue('Changed')
    await expect(control(page, 'last_name')).toHaveValue('Saved')
  })

  test('unsaved answers are not called saved after a failed try', async ({ page, context }) => {
    await page.route(submissions, (route) => route.abort())
    await page.goto(path)
    await fillIn(page, aPerson('not-saved'))
    await saved(page, { agree_terms: true })
    await fillDisk(page)
    await type(control(page, 'first_name'), 'Not saved')
    await expect(mark(page)).toHaveText('Not saved on this phone')
    await send(page)
    await expect(page.getByRole('alert').first()).toContainText('Failed to submit application.')

    const other = await context.newPage()
    await other.goto(path)
    await expect(mark(other)).toHaveText('Kept on this phone as you type')
    await keepAnother(other, { first_name: 'Another' })
    await expect(page.getByRole('button', { name: 'Go on with it' })).toBeVisible()
    await expect(mark(page)).toHaveText('Not saved on this phone')
  })

  test('the next form is empty, even if the last one could not be saved', async ({ page }) => {
    await page.route(submissions, (route) => route.abort())
    await page.goto(path)
    await control(page, 'first_name').focus()
    await expect(mark(page)).toBeVisible()
    const disk = await fillDisk(page)
    await fillIn(page, aPerson('the-one-before'))
    await expect(mark(page)).toHaveText('Not saved on this phone')
    await submitButton(page).click()
    await disk.empty()
    await sendButton(page).click()
    await page.getByRole('button', { name: 'Fill in another application' }).click()
    await expect(control(page, 'first_name')).toHaveValue('')
    await expect(control(page, 'course')).toBeDisabled()
  })

  test('a draft can be cleared after the disk was full', async ({ page }) => {
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(path)
    await type(control(page, 'first_name'), 'Saved')
    await saved(page, { first_name: 'Saved' })
    const disk = await fillDisk(page)
    await type(control(page, 'last_name'), 'Not saved')
    await expect(page.getByText('This browser cannot save what you type')).toBeVisible()
    const clear = page.getByRole('button', { name: 'Clear my answers' })
    await clear.click()
    await expect(page.getByText('Nothing was changed')).toBeVisible()
    await disk.empty()
    await clear.click()
    await expect(control(page, 'first_name')).toHaveValue('')
    await expect(control(page, 'last_name')).toHaveValue('')
    expect(await kept(page)).toEqual([])
  })

  test('an application that could not be queued is deleted after its receipt', async ({ page }) => {
    await page.goto(path)
    await fillIn(page, aPerson('at-once'))
    await saved(page, { agree_terms: true })
    await submitButton(page).click()
    const disk = await fillDisk(page)
    const { begun, letGo } = await hold(page, submissions)
    await sendButton(page).click()
    await begun
    await disk.empty()
    letGo()
    await expect(page).toHaveURL(receipt)
    expect(await kept(page)).toEqual([])
  })

  test('a queued application is listed even if the store cannot be read', async ({ page }) => {
    await page.goto(path)
    await fillIn(page, aPerson('unreadable'))
    await submitButton(page).click()
    await page.evaluate(() => {
      IDBObjectStore.prototype.getAll = () => {
        throw new DOMException('The connection was lost', 'UnknownError')
      }
    })
    await sendButton(page).click()
    await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  })

  test('the answers of two people are not mixed when nothing can be saved', async ({ page }) => {
    await page.goto(path)
    await type(control(page, 'first_name'), 'First')
    await saved(page, { first_name: 'First' })
    await keepAnother(page, { first_name: 'Second', last_name: 'Second' })
    await page.reload()
    await expect(control(page, 'first_name')).toHaveValue('First')
    const disk = await fillDisk(page)
    await type(control(page, 'last_name'), 'First')
    await expect(mark(page)).toHaveText('Not saved on this phone')
    await page.getByRole('button', { name: 'Go on with it' }).click()
    await expect(page.getByText('Nothing was changed')).toBeVisible()
    await expect(control(page, 'first_name')).toHaveValue('First')

    await disk.empty()
    await page.getByRole('button', { name: 'Go on with it' }).click()
    await expect(control(page, 'last_name')).toHaveValue('Second')
    await expect(page.getByText('Nothing was changed')).toBeHidden()
    expect(await kept(page)).toContainEqual(
      expect.objectContaining({ values: expect.objectContaining({ last_name: 'First' }) }),
    )
  })
})

test('a killed browser loses nothing, and the queue is sent on the next visit', async () => {
  test.setTimeout(90_000)
  const folder = await mkdtemp(join(tmpdir(), 'foundation-phone-'))
  const { variables, remove } = await newDatabase('sqlite', undefined)
  const PORT = String(await findFreePort())
  let server = await startServer({ ...variables, PORT })
  const person = aPerson('battery')
  try {
    let phone = await switchOn(folder)
    let page = await phone.newPage()
    await page.goto(server.url + path)
    await fillIn(page, person)
    await saved(page, { agree_terms: true })
    await dieNow(phone)

    phone = await switchOn(folder)
    page = await phone.newPage()
    await page.goto(server.url + path)
    await expectForm(page, person)
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
})

test('the reference stays on a narrow screen with large letters', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(path)
  await fillIn(page, aPerson('large-letters'))
  await send(page)
  await expect(page.getByText(referenceId)).toBeVisible()
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const reference = page.locator('#kept b')
  expect(await reference.evaluate((b) => b.getBoundingClientRect().right)).toBeLessThan(320)
})

for (const width of [360, 1280]) {
  test(`every state of the saved applications is accessible at ${width} px`, async ({
    page,
    context,
  }) => {
    test.setTimeout(60_000)
    await page.setViewportSize({ width, height: 800 })
    await open(page)
    await fillIn(page, aPerson(`states-${width}`))
    await saved(page, { agree_terms: true })
    await fits(page)
    await context.setOffline(true)
    await send(page)
    await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
    await fits(page)
    await page.getByRole('button', { name: 'Fill in another application' }).click()
    await type(control(page, 'first_name'), 'Another')
    await saved(page, { first_name: 'Another' })
    await page.getByRole('button', { name: 'Change it' }).click()
    await expect(page.getByRole('button', { name: 'Go on with it' })).toBeVisible()
    await fits(page)
    await context.setOffline(false)
    await send(page)
    await expect(page.getByText(referenceId)).toBeVisible()
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Received' })).toBeVisible()
    await fits(page)
  })
}

async function expectEmptyOnTheWayBack(page: Page) {
  await page.goBack()
  await expect(mark(page)).toBeVisible()
  await expect(control(page, 'first_name')).toHaveValue('')
  await expect(control(page, 'course')).toBeDisabled()
}

async function fits(page: Page) {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

/** Opens the form and waits until the service worker controls it. */
async function open(page: Page) {
  await page.goto(path)
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated')
}

/** Fills in the form while all attempts to send fail; returns a function that counts the attempts. */
async function fillInForNobody(page: Page, who: string) {
  let tries = 0
  await page.route(submissions, (route) => {
    tries++
    return route.abort()
  })
  await page.clock.install()
  await page.goto(path)
  await fillIn(page, aPerson(who))
  return () => tries
}

/**
 * Fills in the form while one of its scripts cannot be loaded. Returns a function that opens the form
 * with the script and sends the same answers again.
 */
async function fillInWithout(page: Page, part: string, who: string) {
  const file = new RegExp(`/assets/${part}-[\\w-]{8}\\.js$`)
  await page.route(file, (route) => route.abort())
  const person = aPerson(who)
  await page.goto(path)
  await fillIn(page, person)
  await saved(page, { agree_terms: true })
  return async () => {
    await page.unroute(file)
    await page.goto(path)
    await expectForm(page, person)
    await send(page)
  }
}

/** The autosave status at the foot of the page. */
function mark(page: Page) {
  return page.locator('a[href="#kept-notice"]')
}

async function expectForm(
  page: Page,
  person: Partial<ReturnType<typeof aPerson>> & { course?: string },
) {
  const { first_name, about_yourself, gender, course } = person
  for (const [name, value] of Object.entries({ first_name, about_yourself, gender, course })) {
    if (value) await expect(control(page, name)).toHaveValue(value)
  }
  await expect(control(page, 'institution')).not.toHaveValue('')
  await expect(control(page, 'course')).not.toHaveValue('')
}

/** Stores a draft that is a minute old, with the fields of `besides`, and announces it. */
function keepAnother(page: Page, values: object, besides: object = {}) {
  const draft = { state: 'draft', id: 'another', key: 'a key for another', values, refusal: null }
  const another = { ...draft, at: Date.now() - 60_000, ...besides }
  return page.evaluate(async (stored) => {
    const name = 'applications'
    const opening = indexedDB.open(name)
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const transaction = opening.result.transaction(name, 'readwrite')
    transaction.objectStore(name).put(stored)
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    opening.result.close()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
    new BroadcastChannel(name).postMessage(stored.id)
  }, another)
}

/** The analytics events of the page. */
function told(page: Page) {
  return page.evaluate(() => window.dataLayer ?? [])
}

/** Opens the form and waits for the autosave. */
async function startKeeping(page: Page) {
  await page.goto(path)
  await control(page, 'first_name').focus()
  await expect(mark(page)).toBeVisible()
}

/** Changes the draft right after the first read, as another tab would. */
function changeOnceRead() {
  const method = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'getAll')!
  IDBObjectStore.prototype.getAll = function () {
    Object.defineProperty(IDBObjectStore.prototype, 'getAll', method)
    const all = this.getAll()
    const store = this.transaction.db.transaction(this.name, 'readwrite').objectStore(this.name)
    const entry = store.get('another')
    entry.addEventListener('success', () =>
      store.put({ ...entry.result, values: { first_name: 'Changed' }, at: Date.now() }),
    )
    return all
  }
}

/** Makes all writes to IndexedDB fail until `empty` is called. */
async function fillDisk(page: Page) {
  const original = await page.evaluateHandle(refuseToSave)
  return {
    empty: () =>
      original.evaluate((method) =>
        Object.defineProperty(IDBDatabase.prototype, 'transaction', method),
      ),
  }
}

/** Makes all writes to IndexedDB fail, but no reads. */
function refuseToSave() {
  const method = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction')!
  IDBDatabase.prototype.transaction = function (names, mode, options) {
    if (mode === 'readwrite') throw new DOMException('The disk is full', 'QuotaExceededError')
    return method.value.call(this, names, mode, options)
  }
  return method
}

/** Makes a page look untouched. Playwright's actions count as touching it. */
function leaveUntouched() {
  Object.defineProperty(UserActivation.prototype, 'hasBeenActive', { get: () => false })
}

/** Leaves by a link: with page.goto the browser may not store the form for Back in time. */
async function leave(page: Page) {
  await page.getByRole('link', { name: 'Already applied?' }).click()
  await expect(page).toHaveURL(/status/)
}

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
  const { id } = processInfo.find(({ type: kind }) => kind === 'browser')!
  const gone = new Promise((resolve) => phone.once('close', resolve))
  process.kill(id, 'SIGKILL')
  await gone
}

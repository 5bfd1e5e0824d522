import type { APIRequestContext, Page } from '@playwright/test'

import { newIntake } from '../support/intakes.ts'
import { choose, clearDate, pickDate, type } from '../support/hands.ts'
import { aPerson, control, fillIn, send, study, submitButton } from './application-form.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { goOffline, openFilledIn } from './drafts.ts'
import { expectOnFirstScreen } from './layout.ts'
import { api, expect, hold, onlyInAll, test as base } from './support.ts'

// The server's clock moves on by ten days from test to test: earlier intakes are then over.

base.use({ serverTime: '2027-01-04T06:00:00Z' }) // 9:00 in Kenya

const landing = '/industrial-attachment'
const path = `${landing}/apply`
const hour = 60 * 60 * 1000
let begun = 0

const test = base.extend<{ season: Season }>({
  season: async ({ clock, request }, use) => {
    const start = Date.parse('2027-01-04T06:00:00Z') + ++begun * 10 * 24 * hour
    let now = start
    clock!.set(new Date(now).toISOString())
    await use({
      /** Moves the server's clock. */
      pass: (hours) => {
        now += hours * hour
        clock!.set(new Date(now).toISOString())
      },
      add: async (intakeName, changes = () => ({})) => {
        const call = await api(request)
        const at = (hours: number) => new Date(now + hours * hour).toISOString()
        const dates = {
          opensAt: at(-24),
          closesAt: at(48),
          startsOn: at(240).slice(0, 10),
          endsOn: at(2400).slice(0, 10),
        }
        const departments: { _id: string; name: string }[] = await call('GET', '/users/departments')
        const chosen = departments.find(({ name }) => name === study.department)!
        const places = [{ department: chosen._id, places: 5 }]
        const body = newIntake({
          name: intakeName,
          name_sw: `${intakeName} kwa Kiswahili`,
          ...dates,
          places,
          ...changes(at),
        })
        return call('POST', '/admin/intakes', body)
      },
    })
  },
})

interface Season {
  pass: (hours: number) => void
  add: (
    name: string,
    changes?: (at: (hours: number) => string) => Parameters<typeof newIntake>[0],
  ) => Promise<{ _id: string; startsOn: string }>
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

async function stored(request: APIRequestContext, email: string) {
  const call = await api(request)
  const [found] = await call('GET', `/admin/attachments?includeArchived=true&q=${email}`)
  return found
}

async function show(page: Page, prefix: string, reference: string, contact: string) {
  await page.goto(`${prefix}${landing}/status`)
  await type(control(page, 'reference'), reference)
  await type(control(page, 'contact'), contact)
  await page.getByRole('main').locator('button[type="submit"]').first().click()
}

const words = {
  '': {
    yes: 'Yes, I accept',
    no: 'No, I decline',
    sure: 'Yes, decline the place',
    confirmed: 'Your place is confirmed',
    declined: 'You have declined the place',
    tell: 'Tell me when it opens',
    told: 'We will write to you',
    closed: 'We are not taking applications at the moment.',
  },
  '/sw': {
    yes: 'Ndiyo, nakubali',
    no: 'Hapana, sikubali',
    sure: 'Ndiyo, ninaikataa nafasi',
    confirmed: 'Nafasi yako imethibitishwa',
    declined: 'Umeikataa nafasi',
    tell: 'Nijulishe itakapofunguliwa',
    told: 'Tutakuandikia',
    closed: 'Kwa sasa hatupokei maombi.',
  },
} as const

for (const javaScriptEnabled of [true, false]) {
  for (const prefix of ['', '/sw'] as const) {
    const way = `${javaScriptEnabled ? 'with' : 'without'} scripts${prefix && ', in Kiswahili'}`
    const say = words[prefix]
    /** Names of intakes are unique. */
    const named = (name: string) => `${name} ${javaScriptEnabled ? 'A' : 'B'}${prefix.length}`
    const local = (name: string) => named(name) + (prefix && ' kwa Kiswahili')

    const isRepeated = !javaScriptEnabled || prefix !== ''
    test.describe(way, { tag: onlyInAll(isRepeated) }, () => {
      // The accessibility checker needs scripts in the page.
      const accessible = async (page: Page) => javaScriptEnabled && expectAccessible(page)
      test.use({ javaScriptEnabled, viewport: { width: 320, height: 720 } })

      test(
        `an intake is chosen, and its offer confirmed ${way}`,
        { tag: isRepeated ? [] : '@both-engines' },
        async ({ page, season, request }) => {
          const person = aPerson(`season-${javaScriptEnabled}-${prefix.slice(1)}`)
          await season.add(named('First'))
          const second = await season.add(named('Second'), (at) => ({
            startsOn: at(480).slice(0, 10),
          }))
          await page.goto(prefix + landing)
          for (const name of ['First', 'Second']) {
            await expect(page.getByRole('heading', { name: local(name) })).toBeVisible()
          }
          const applyNow = page.locator('main a[href$="/apply"]').first()
          if (javaScriptEnabled) await expectOnFirstScreen(page, applyNow)
          const start = control(page, 'available_start_date')
          const scripts = await hold(page, '**/assets/entry.application-form-*')
          await page.goto(prefix + path, { waitUntil: 'commit' })
          await expect(start).toHaveValue('')
          if (javaScriptEnabled) {
            // On a slow network the scripts come after the first choice.
            await choose(control(page, 'intake'), local('Second'))
            scripts.letGo()
            await expect(start).toHaveValue(second.startsOn)
            await choose(control(page, 'intake'), 0)
            await clearDate(start)
          }
          await fillIn(page, person)
          await submitButton(page).click()
          await expect(control(page, 'intake')).toHaveAccessibleDescription(/.+/)
          await expect(control(page, 'about_yourself')).toHaveValue(person.about_yourself)
          await expectNoSidewaysScroll(page)

          await choose(control(page, 'intake'), local('Second'))
          if (javaScriptEnabled) await expect(start).toHaveValue(second.startsOn)
          else await pickDate(start, second.startsOn)
          await submitButton(page).click()
          await expect(page.locator('form:has(#check) strong').first()).toHaveText(local('Second'))
          await page.getByRole('main').locator('button[type="submit"]:not([name])').click()
          await expect(page.getByText(/SPH-/).first()).toBeVisible()
          const { _id, referenceId, intake } = await stored(request, person.email)
          expect(intake._id).toBe(second._id)

          const call = await api(request)
          await call('PUT', `/admin/attachments/${_id}/accept`)
          await show(page, prefix, referenceId, person.email)
          await accessible(page)
          await expectNoSidewaysScroll(page)
          if (javaScriptEnabled) {
            const buttons = [say.yes, say.no].map((name) => page.getByRole('button', { name }))
            await expectOnFirstScreen(page, ...buttons)
          }
          await press(page, say.yes)
          await expect(heading(page, say.confirmed)).toBeVisible()
          await accessible(page)
          expect((await stored(request, person.email)).offer.state).toBe('confirmed')
        },
      )

      test(`the only intake needs no choice, and its offer is declined ${way}`, async ({
        page,
        season,
        request,
      }) => {
        const person = aPerson(`declining-${javaScriptEnabled}-${prefix.slice(1)}`)
        const only = await season.add(named('Only'))
        await page.goto(prefix + path)
        await expect(page.getByText(local('Only')).first()).toBeVisible()
        await expect(control(page, 'intake')).toHaveAttribute('type', 'hidden')
        await expect(control(page, 'available_start_date')).toHaveValue(only.startsOn)
        await fillIn(page, person)
        await send(page)
        await expect(page.getByText(/SPH-/).first()).toBeVisible()
        const { _id, referenceId, intake } = await stored(request, person.email)
        expect(intake._id).toBe(only._id)
        const call = await api(request)
        await call('PUT', `/admin/attachments/${_id}/accept`)
        await show(page, prefix, referenceId, person.email)
        await press(page, say.no)
        await accessible(page)
        await press(page, say.sure)
        await expect(heading(page, say.declined)).toBeVisible()
        expect((await stored(request, person.email)).offer.state).toBe('declined')
      })

      test(`while no intake is open, an address can be left ${way}`, async ({ page, season }) => {
        await season.add(named('Next'), (at) => ({ opensAt: at(30), closesAt: at(60) }))
        for (const start of [landing, path]) {
          await page.goto(prefix + start)
          await expect(page.getByText(say.closed)).toBeVisible()
          await expect(page.getByRole('heading', { name: local('Next') })).toBeVisible()
          if (javaScriptEnabled && start === landing) {
            await expectOnFirstScreen(page, page.getByRole('button', { name: say.tell }))
          }
          await accessible(page)
          await expectNoSidewaysScroll(page)
          const email = `tell${begun}@example.org`
          await type(control(page, 'email'), email)
          for (const language of prefix ? ['English', 'Kiswahili'] : ['Kiswahili', 'English']) {
            await press(page, language)
            await expect(control(page, 'email')).toHaveValue(email)
            await expect(page.getByRole('button', { name: language })).toHaveCount(0)
          }
          await press(page, say.tell)
          await expect(heading(page, say.told)).toBeVisible()
          await page.reload()
          await expect(heading(page, say.told)).toBeVisible()
          await expectNoSidewaysScroll(page)
        }
      })
    })
  }
}

test(
  'a form from a phone without network may arrive late, and is marked',
  { tag: onlyInAll() },
  async ({ page, context, season, request }) => {
    const person = aPerson('late-offline')
    await season.add('Closing', (at) => ({ closesAt: at(2) }))
    await page.goto(path)
    await fillIn(page, person)
    await goOffline(page)
    await send(page)
    await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
    season.pass(20)
    await context.setOffline(false)
    await expect(page.getByText(/SPH-/).first()).toBeVisible()
    const { arrivedLate, intake } = await stored(request, person.email)
    expect([arrivedLate, intake.name]).toEqual([true, 'Closing'])
  },
)

/** Sends a restored draft. Its course has no value while the courses are loading. */
async function sendRestored(page: Page) {
  await expect(control(page, 'course')).toBeEnabled()
  await send(page)
}

test(
  'a draft can be finished for 24 hours after closing',
  { tag: onlyInAll() },
  async ({ page, season, request }) => {
    const person = aPerson('late-draft')
    await season.add('Closed', (at) => ({ closesAt: at(2) }))
    await page.goto(path)
    await fillIn(page, person)
    await expect(page.getByText('Saved on this device')).toBeVisible()
    season.pass(10)
    await page.reload()
    await expect(page.getByText('Closed: this intake has closed.')).toBeVisible()
    await expect(control(page, 'first_name')).toHaveValue(person.first_name)
    await sendRestored(page)
    await expect(page.getByText(/SPH-/).first()).toBeVisible()
    expect((await stored(request, person.email)).arrivedLate).toBe(true)
  },
)

test('a form that arrives too late is kept, and can be sent to the next intake', async ({
  page,
  context,
  season,
  request,
}) => {
  const person = aPerson('too-late')
  await season.add('Over', (at) => ({ closesAt: at(2) }))
  await openFilledIn(page, person)
  await goOffline(page)
  await send(page)
  await expect(page.getByRole('heading', { name: 'Waiting for network' })).toBeVisible()
  season.pass(30)
  await context.setOffline(false)
  await expect(page.getByRole('alert')).toContainText('This intake has closed.')
  await expect(control(page, 'about_yourself')).toHaveValue(person.about_yourself)

  await page.goto(path)
  await expect(page.getByText('If you have begun an application on this device')).toBeVisible()
  const next = await season.add('Following')
  await page.goto(path)
  await expect(page.getByRole('alert')).toContainText('This intake has closed.')
  await expect(control(page, 'about_yourself')).toHaveValue(person.about_yourself)
  await sendRestored(page)
  await expect(page.getByText(/SPH-/).first()).toBeVisible()
  expect((await stored(request, person.email)).intake._id).toBe(next._id)
})

test(
  'a draft of an intake that is over says that it goes to the open one',
  { tag: onlyInAll() },
  async ({ page, season }) => {
    await season.add('Past', (at) => ({ closesAt: at(2) }))
    await page.goto(path)
    await type(control(page, 'first_name'), 'Zawadi')
    await expect(page.getByText('Saved on this device')).toBeVisible()
    season.pass(30)
    await season.add('Present')
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText('They now go to the intake named above.')
    await expect(control(page, 'first_name')).toHaveValue('Zawadi')
  },
)

import { randomUUID } from 'node:crypto'

import { expect, type Page } from '@playwright/test'

import { aPerson, control, study } from './application-form.ts'

export const path = '/industrial-attachment/apply'
export const submissions = '**/api/users/industrial-attachments'
export const receipt = /\/industrial-attachment\/success\?/
export const referenceId = /SPH-\d{4}-[0-9A-HJKMNP-TV-Z]{8}/

type Person = ReturnType<typeof aPerson>

/** Waits until the newest stored entry has these answers. */
export async function saved(page: Page, values: object) {
  await expect.poll(async () => (await kept(page)).at(-1)).toMatchObject({ values })
}

/** All stored entries, the oldest first. */
export function kept(page: Page): Promise<{ at: number; key?: string; values?: object }[]> {
  return page.evaluate(async () => {
    const name = 'applications'
    const databases = await indexedDB.databases()
    if (!databases.some((database) => database.name === name)) return []
    const request = indexedDB.open(name)
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const all = request.result.transaction(name).objectStore(name).getAll()
    await new Promise((resolve) => all.addEventListener('success', resolve))
    request.result.close()
    return all.result.toSorted((a, b) => a.at - b.at)
  })
}

/** Stores a draft that is a minute old, with the fields of `besides`, and announces it. */
export function keepAnother(page: Page, values: object, besides: object = {}) {
  const draft = { state: 'draft', id: 'another', key: 'a key for another', values, refusal: null }
  return page.evaluate(
    async (entry) => {
      const name = 'applications'
      const request = indexedDB.open(name)
      request.addEventListener('upgradeneeded', () =>
        request.result.createObjectStore(name, { keyPath: 'id' }),
      )
      await new Promise((resolve) => request.addEventListener('success', resolve))
      const transaction = request.result.transaction(name, 'readwrite')
      transaction.objectStore(name).put(entry)
      await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      request.result.close()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
      new BroadcastChannel(name).postMessage(entry.id)
    },
    { ...draft, at: Date.now() - 60_000, ...besides },
  )
}

/**
 * Opens the form with a complete draft of an earlier visit, which is faster than to fill it in. Where
 * the hands of the person matter, use `fillIn`.
 */
export async function openFilledIn(page: Page, person: Person, address = path) {
  // A page without scripts, which the service worker does not handle.
  const plain = '/robots.txt'
  await page.goto(URL.canParse(address) ? new URL(plain, address).href : plain)
  await keepAnother(page, await draftOf(page, person), { id: 'filled', key: randomUUID() })
  await page.goto(address)
  await expectForm(page, person)
}

/** The values of a complete draft. */
async function draftOf(page: Page, person: Person) {
  const { origin } = new URL(page.url())
  const ask = async (list: string) =>
    (await page.request.get(`${origin}/api/users/${list}`)).json() as Promise<
      { _id: string; name: string }[]
    >
  const idOf = async (list: string, name: string) =>
    (await ask(list)).find((record) => record.name === name)?._id ?? ''
  const institution = await idOf('institutions', study.institution)
  const [course] = await ask(`courses?institution=${institution}`)
  const department = await idOf('departments', study.department)
  const records = { institution, course: course?._id, department }
  return { ...person, ...records, can_attend_onsite: true, agree_terms: true }
}

export async function expectForm(page: Page, person: Partial<Person> & { course?: string }) {
  const { first_name, about_yourself, gender, course } = person
  for (const [name, value] of Object.entries({ first_name, about_yourself, gender, course })) {
    if (value) await expect(control(page, name)).toHaveValue(value)
  }
  await expect(control(page, 'institution')).not.toHaveValue('')
  await expect(control(page, 'course')).not.toHaveValue('')
}

/** Opens the form and waits for the autosave. */
export async function startKeeping(page: Page) {
  await page.goto(path)
  await control(page, 'first_name').focus()
  await expect(mark(page)).toBeVisible()
}

/** The autosave status at the foot of the page. */
export function mark(page: Page) {
  return page.locator('a[href="#kept-notice"]')
}

/** Waits until the service worker controls the page. */
export async function controlled(page: Page) {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated')
}

/** Sets the browser offline once the service worker controls the page, and so has all scripts of the form. */
export async function goOffline(page: Page) {
  await controlled(page)
  await page.context().setOffline(true)
}

/** The analytics events of the page. */
export function told(page: Page) {
  return page.evaluate(() => window.dataLayer ?? [])
}

/** Makes all writes to IndexedDB fail until `empty` is called. */
export async function fillDisk(page: Page) {
  const original = await page.evaluateHandle(refuseToSave)
  return {
    empty: () =>
      original.evaluate((method) =>
        Object.defineProperty(IDBDatabase.prototype, 'transaction', method),
      ),
  }
}

/** Makes all writes to IndexedDB fail, but no reads. */
export function refuseToSave() {
  const method = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction')!
  IDBDatabase.prototype.transaction = function (names, mode, options) {
    if (mode === 'readwrite') throw new DOMException('The disk is full', 'QuotaExceededError')
    return method.value.call(this, names, mode, options)
  }
  return method
}

/** Makes a page look untouched. Playwright's actions count as touching it. */
export function leaveUntouched() {
  Object.defineProperty(UserActivation.prototype, 'hasBeenActive', { get: () => false })
}

/** Leaves by a link: with page.goto the browser may not store the form for Back in time. */
export async function leave(page: Page) {
  await page.getByRole('link', { name: 'Already applied?' }).click()
  await expect(page).toHaveURL(/status/)
}

export async function expectEmptyOnTheWayBack(page: Page) {
  await page.goBack()
  await expect(mark(page)).toBeVisible()
  await expect(control(page, 'first_name')).toHaveValue('')
  await expect(control(page, 'course')).toBeDisabled()
}

/** Deletes all stored entries, but leaves the answers in the form. */
export function forgetStored(page: Page) {
  return page.evaluate(async () => {
    const name = 'applications'
    const request = indexedDB.open(name)
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const transaction = request.result.transaction(name, 'readwrite')
    transaction.objectStore(name).clear()
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    request.result.close()
  })
}

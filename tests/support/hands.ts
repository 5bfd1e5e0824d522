import { setTimeout as sleep } from 'node:timers/promises'

import { expect, type Locator, type Page } from '@playwright/test'

/** Milliseconds between two keys of somebody who types fast. */
const fast = 25

/** Clicks into a text field and types over its text, key by key. */
export async function type(field: Locator, text: string, delay = fast) {
  await select(field)
  await field.page().keyboard.type(text, { delay })
}

/** Clicks into a text field and replaces its text at once, as from a clipboard. */
export async function paste(field: Locator, text: string) {
  await select(field)
  await field.page().keyboard.insertText(text)
}

/** Fills in fields of a form, by their names, at once and without a focus, as a password manager does. */
export async function autofill(form: Locator, values: Record<string, string>) {
  await form.evaluate((element: HTMLFormElement, filled) => {
    for (const [name, value] of Object.entries(filled)) {
      const field = element.elements.namedItem(name) as HTMLInputElement
      field.value = value
      for (const kind of ['input', 'change']) {
        field.dispatchEvent(new Event(kind, { bubbles: true }))
      }
    }
  }, values)
}

/** Clicks into a text field and empties it. */
export async function clear(field: Locator) {
  await select(field)
  await field.press('Delete')
}

/** Clicks into a field and marks its text, if there is any. */
async function select(field: Locator) {
  await field.click()
  if (await field.inputValue()) await field.press('ControlOrMeta+a')
}

/**
 * Waits until Chromium has saved the form for Back, a second after a change. Chromium also saves the form when
 * the page is left, but before an error page, which another process shows, sometimes too late.
 */
export const untilRestorable = () => sleep(1500)

/**
 * Taps a button of a form twice, 80 ms apart, on a slow mobile network: the second tap comes before the
 * first answer.
 */
export async function tapTwice(button: Locator) {
  const page = button.page()
  const network = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 400, downloadThroughput: -1, uploadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', slow)
  await button.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await button.boundingBox())!
  // Unlike a click on a locator, it does not wait for the answer.
  await page.mouse.click(x + width / 2, y + height / 2, { clickCount: 2, delay: 80 })
  await network.send('Network.emulateNetworkConditions', { ...slow, latency: 0 })
  await network.detach()
}

/**
 * Opens the list of a select with the mouse and chooses an option with keys. `wanted` is its value, its
 * text or its index.
 */
export async function choose(field: Locator, wanted: string | number) {
  const { options, index, option, arrows } = await optionIn(field, wanted)
  const letters = lettersFor(options, index)
  await field.click()
  const keys = letters && letters.length < arrows.length ? letters : arrows
  await pressAll(field.page(), [...keys, 'Enter'])
  await expect(field).toHaveValue(option.value)
}

/** Chooses an option with arrow keys, without opening the list: each option on the way is a choice. */
export async function chooseClosed(field: Locator, wanted: string | number) {
  const { option, arrows } = await optionIn(field, wanted)
  await field.focus()
  await pressAll(field.page(), arrows)
  await expect(field).toHaveValue(option.value)
}

async function pressAll({ keyboard }: Page, keys: Iterable<string>) {
  for (const key of keys) await keyboard.press(key, { delay: fast })
}

async function optionIn(field: Locator, wanted: string | number) {
  const { options, from } = await field.evaluate((element: HTMLSelectElement) => ({
    options: Array.from(element.options, ({ value, text }) => ({ value, text })),
    from: element.selectedIndex,
  }))
  const index =
    typeof wanted === 'number'
      ? wanted
      : options.findIndex(({ value, text }) => value === wanted || text === wanted)
  const option = options[index]
  if (!option) throw new Error(`There is no option ${wanted} among ${JSON.stringify(options)}`)
  const arrow = index > from ? 'ArrowDown' : 'ArrowUp'
  return { options, index, option, arrows: Array<string>(Math.abs(index - from)).fill(arrow) }
}

interface Option {
  value: string
  text: string
}

/** The fewest letters with which no other option begins; null if there are none. */
function lettersFor(options: Option[], index: number) {
  const wanted = options[index]?.text ?? ''
  const others = options.filter((_option, at) => at !== index)
  for (let length = 1; length <= wanted.length; length++) {
    const letters = wanted.slice(0, length).toLowerCase()
    if (others.some(({ text }) => text.toLowerCase().startsWith(letters))) continue
    // Browsers take a repeated letter for "the next option with it".
    return /^[a-z]( |[a-z])*$/.test(letters) && !/^(.)\1+$/.test(letters)
      ? Array.from(letters)
      : null
  }
  return null
}

/** Parts of a date field: month, day, year, hour, minute, and half of the day. */
const parts = 6

/** Ticks a checkbox or a radio button with the mouse, or unticks a checkbox. */
export async function tick(box: Locator, on = true) {
  if ((await box.isChecked()) !== on) await box.click()
  await expect(box).toBeChecked({ checked: on })
}

/** Types a date (YYYY-MM-DD), with a time (THH:MM) if the field takes one, as in American English. */
export async function pickDate(field: Locator, date: string) {
  const [year = '', month = '', day = '', hour = '', minute = ''] = date.split(/\D/)
  const time = [String(Number(hour) % 12 || 12).padStart(2, '0'), minute, hour < '12' ? 'a' : 'p']
  await selectFirstPart(field)
  const { keyboard } = field.page()
  await keyboard.type(month + day + year, { delay: fast })
  if (hour) {
    await keyboard.type(time.join(''), { delay: fast })
  }
  await expect(field).toHaveValue(date)
}

/** Empties a date field part by part. */
export async function clearDate(field: Locator) {
  await selectFirstPart(field)
  for (let part = 0; part < parts; part++) {
    await field.press('Backspace')
    await field.press('ArrowRight')
  }
  await expect(field).toHaveValue('')
}

/** Clicks into a date field, beside the button that opens a calendar. */
async function selectFirstPart(field: Locator) {
  await field.click({ position: { x: 16, y: 16 } })
  for (let part = 0; part < parts; part++) await field.press('ArrowLeft')
}

import { expect } from '@playwright/test'

import type { BrowserUser } from './browser-user.ts'

/**
 * Gives a control the focus: with Tab alone for a keyboard user, else by its label. A click on the
 * control itself would open the list of a select.
 */
async function focus(user: BrowserUser, selector: string) {
  if (user.hasKeyboardOnly) return user.tabTo(selector)
  const id = await user.page.read((css) => document.querySelector(css)?.id ?? '', selector)
  await user.click(`label[for="${id}"]`)
  await expect.poll(() => user.hasFocus(selector), selector).toBe(true)
}

/**
 * Chooses an option of a select, given by its text or its value: with the letters of its first word
 * and then arrow keys, with arrow keys alone, or from the opened list.
 */
export async function choose(
  user: BrowserUser,
  selector: string,
  wanted: string,
  way: 'letters' | 'arrows' | 'list' = 'letters',
) {
  await focus(user, selector)
  const { text } = await user.page.read(readOption, selector, wanted)
  const isListOpen = way === 'list' && user.page.canUseLists
  if (isListOpen) await (user.hasKeyboardOnly ? user.press('Space') : user.click(selector))
  if (way === 'letters') {
    // A space opens the list in some browsers.
    const [word = ''] = text.split(' ')
    await user.keys(word)
    await expect.poll(() => user.value(selector), `${selector} by letters`).toContain(word)
  }
  const { distance } = await user.page.read(readOption, selector, wanted)
  const key = distance < 0 ? 'ArrowUp' : 'ArrowDown'
  for (let step = 0; step < Math.abs(distance); step++) await user.press(key)
  if (isListOpen) await user.press('Enter')
  await expect.poll(() => user.value(selector), `${selector} by ${way}`).toBe(text)
  user.keep(selector, text)
}

/** Ticks or unticks a checkbox: with the space bar for a keyboard user, else by a click. */
export async function tick(user: BrowserUser, selector: string, wanted: 'on' | 'off' = 'on') {
  if (user.hasKeyboardOnly) {
    await user.tabTo(selector)
    await user.press('Space')
  } else {
    await user.click(selector)
  }
  await expect.poll(() => user.value(selector), selector).toBe(wanted)
  user.keep(selector, wanted)
}

/** Types a date (YYYY-MM-DD) in the order of the browser's language. */
export async function pickDate(user: BrowserUser, selector: string, date: string) {
  if (user.hasKeyboardOnly) await user.tabTo(selector)
  else await user.clickStart(selector)
  const [year = '', month = '', day = ''] = date.split('-')
  const digits: Record<string, string> = { year, month, day }
  const { isText, order } = await user.page.read(readDateOrder, selector)
  if (isText) await user.keys(date)
  else {
    for (const [index, part] of order.entries()) {
      if (index > 0 && user.page.keyAfterDatePart) await user.press(user.page.keyAfterDatePart)
      await user.keys(digits[part] ?? '')
    }
  }
  await expect.poll(() => user.value(selector), selector).toBe(date)
  user.keep(selector, date)
}

/** The text of the option that has this text or value, and how far below the chosen one it is. */
function readOption(css: string, wanted: string) {
  const { options, selectedIndex } = document.querySelector<HTMLSelectElement>(css)!
  const index = [...options].findIndex(({ text, value }) => text === wanted || value === wanted)
  return { text: options[index]?.text ?? '', distance: index - selectedIndex }
}

/** Whether the control is a text box, and the order of day, month and year in this browser. */
function readDateOrder(css: string) {
  const isText = document.querySelector<HTMLInputElement>(css)!.type !== 'date'
  const parts = new Intl.DateTimeFormat().formatToParts(new Date())
  return { isText, order: parts.map(({ type }) => type).filter((type) => type !== 'literal') }
}

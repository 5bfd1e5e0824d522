import { setTimeout as sleep } from 'node:timers/promises'

import { expect } from '@playwright/test'

import type { BrowserPage } from './browser-page.ts'
import { locate, type Located, type Target } from './locate.ts'

/**
 * A person at a browser: finds controls, clicks them and presses keys. All tests act through this
 * class, so that they are the same in every engine.
 */
export class BrowserUser {
  readonly page: BrowserPage
  readonly site: string
  readonly hasTouch: boolean
  /** Whether the person uses no mouse. */
  hasKeyboardOnly = false
  /** Values that controls must still have after a second, by CSS selector. */
  readonly #choices = new Map<string, string>()

  constructor(page: BrowserPage, site: string, hasTouch: boolean) {
    this.page = page
    this.site = site
    this.hasTouch = hasTouch
  }

  open(path: string) {
    return this.page.open(new URL(path, this.site).href)
  }

  /** The path of the page, with its query. */
  path() {
    return this.page.read(() => location.pathname + location.search)
  }

  /** Clicks the centre of an element, or touches it on a touch screen. */
  async click(target: Target) {
    const point = await this.#pointOf(target)
    await (this.hasTouch ? this.page.tap(point) : this.page.click(point))
  }

  /** Clicks the left edge of a control: the first part of a date. */
  async clickStart(target: Target) {
    const { left, y } = await this.#pointOf(target)
    const point = { x: left + 14, y }
    await (this.hasTouch ? this.page.tap(point) : this.page.click(point))
  }

  press(keys: string) {
    return this.page.press(keys)
  }

  /** Presses Tab until an element has the focus, at most `limit` times. */
  async tabTo(selector: string, limit = 60) {
    for (let presses = 0; presses <= limit; presses++) {
      if (await this.hasFocus(selector)) return
      await this.press('Tab')
    }
    throw new Error(`Tab does not reach ${selector}`)
  }

  hasFocus(selector: string) {
    return this.page.read((css) => document.activeElement?.matches(css) ?? false, selector)
  }

  /** Types into the element that has the focus. */
  keys(text: string, delay?: number) {
    return this.page.type(text, delay)
  }

  /** Goes to a field, types over its text, and checks that the field has exactly the new one. */
  async type(selector: string, text: string, delay?: number) {
    await (this.hasKeyboardOnly ? this.tabTo(selector) : this.click(selector))
    if (await this.value(selector)) await this.press('Control+a')
    await this.keys(text, delay)
    await expect.poll(() => this.value(selector), selector).toBe(text)
  }

  /** The first visible element's text, or '' without one. */
  text(selector = 'body') {
    return this.page.read(readText, selector)
  }

  value(selector: string) {
    return this.page.read(readValue, selector)
  }

  /** Waits until the page, or a part of it, contains a text. */
  async sees(text: string | RegExp, selector = 'body', timeout = 20_000) {
    const shown = eventually(() => this.text(selector), timeout)
    await (typeof text === 'string' ? shown.toContain(text) : shown.toMatch(text))
  }

  /** Remembers what a control shows now that the person has set it. */
  keep(selector: string, value: string) {
    this.#choices.set(selector, value)
  }

  /** Waits a second, then checks that controls show what was chosen. */
  async expectChoicesKept() {
    await sleep(1000)
    const shown: Record<string, string> = {}
    for (const selector of this.#choices.keys()) shown[selector] = await this.value(selector)
    expect(shown, 'choices after a second').toEqual(Object.fromEntries(this.#choices))
  }

  /** Scrolls the element into view; waits until it stands still and nothing covers it. */
  async #pointOf(target: Target): Promise<Located> {
    const { css, name } = typeof target === 'string' ? { css: target, name: '' } : target
    let last = ''
    let found: Located | string = ''
    const isReady = async () => {
      found = await this.page.read(locate, css, name).catch(String)
      if (typeof found === 'string') return found
      const isStill = JSON.stringify(found) === last
      last = JSON.stringify(found)
      return isStill ? 'ready' : 'moves'
    }
    await expect
      .poll(isReady, { message: `${css} ${name}`, intervals: [30, 60, 100], timeout: 20_000 })
      .toBe('ready')
    return found as unknown as Located
  }
}

/** `expect.poll` for readings that fail while the browser goes to another page. */
export function eventually(read: () => Promise<unknown>, timeout = 20_000) {
  return expect.poll(() => read().catch(() => ''), { timeout })
}

function readText(css: string) {
  const visible = [...document.querySelectorAll<HTMLElement>(css)].find((element) =>
    element.checkVisibility(),
  )
  return visible?.innerText ?? ''
}

/** A select has the text of its option, a checkbox 'on' or 'off'. */
function readValue(css: string) {
  const control = document.querySelector<HTMLInputElement | HTMLSelectElement>(css)
  if (!control) return 'missing'
  if ('selectedOptions' in control) return control.selectedOptions[0]?.text ?? ''
  if (control.type === 'checkbox' || control.type === 'radio') return control.checked ? 'on' : 'off'
  return control.value
}

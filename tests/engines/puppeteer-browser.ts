import { setTimeout as sleep } from 'node:timers/promises'

import puppeteer, {
  type Browser,
  type ElementHandle,
  type KeyInput,
  type Page,
} from 'puppeteer-core'

import { type BrowserPage, type EngineBrowser, keyDelay, type PageOptions } from './browser-page.ts'
import { slowProcesses } from './slow-processor.ts'

/** A second tap on the same place within this time (ms) is part of a double tap. */
const doubleTap = 600

/** Chromium by the DevTools protocol. */
export async function startChromium(executablePath: string): Promise<EngineBrowser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--lang=en-GB']
  return pagesOf(await puppeteer.launch({ executablePath, args, headless: true }))
}

/** Firefox by WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<EngineBrowser> {
  const launch = (hasScripts: boolean) =>
    puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      extraPrefsFirefox: { 'javascript.enabled': hasScripts },
    })
  const usual = pagesOf(await launch(true))
  return {
    ...usual,
    async newPage(options) {
      if (options.hasScripts) return usual.newPage(options)
      // Firefox can only turn scripts off for all pages: such a page has a browser of its own.
      const plain = pagesOf(await launch(false))
      const page = await plain.newPage({ ...options, hasScripts: true })
      return { ...page, close: () => plain.stop() }
    },
  }
}

function pagesOf(browser: Browser): EngineBrowser {
  return {
    async newPage(options) {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.bringToFront() // without it, Firefox's page has no focus
      return puppeteerPage(page, options)
    },
    stop: () => browser.close(),
  }
}

async function puppeteerPage(page: Page, options: PageOptions): Promise<BrowserPage> {
  const messages: string[] = []
  const isChromium = (await page.browser().version()).includes('Chrome')
  let endSlowness = () => {}
  let lastTap = 0
  page.on('pageerror', (error) => messages.push(String(error)))
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) messages.push(message.text())
  })
  page.on('dialog', (dialog) => void dialog.accept())
  if (!options.hasScripts) await page.setJavaScriptEnabled(false)

  return {
    canUseLists: isChromium,
    keyAfterDatePart: '',
    async open(url) {
      await page.goto(url)
    },
    async reload() {
      await page.reload()
    },
    async back() {
      await page.goBack()
    },
    resize: (width, height) => page.setViewport({ width, height, hasTouch: options.hasTouch }),
    click: ({ x, y }) => page.mouse.click(x, y, { delay: keyDelay }),
    async tap({ x, y }) {
      await sleep(Math.max(0, lastTap + doubleTap - Date.now()))
      await page.touchscreen.tap(x, y)
      lastTap = Date.now()
    },
    async press(keys) {
      const names = keys.replace('Space', ' ').split('+') as KeyInput[]
      const key = names.pop()!
      for (const name of names) await page.keyboard.down(name)
      await page.keyboard.press(key, { delay: keyDelay })
      for (const name of names.toReversed()) await page.keyboard.up(name)
    },
    type: (text, delay = keyDelay) => page.keyboard.type(text, { delay }),
    async setFiles(selector, paths) {
      const input = await page.$(selector)
      await (input as ElementHandle<HTMLInputElement>).uploadFile(...paths)
    },
    read: (work, ...args) => page.evaluate(work as (...args: unknown[]) => never, ...args),
    async slowDown() {
      if (isChromium) return page.emulateCPUThrottling(6)
      // An argument of the processes that run pages.
      endSlowness = slowProcesses(page.browser().process()!.pid!, '-isForBrowser')
    },
    messages: () => messages,
    screenshot: async () => Buffer.from(await page.screenshot()),
    async close() {
      endSlowness()
      await page.browserContext().close()
    },
  }
}

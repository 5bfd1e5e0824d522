import type { ChildProcess } from 'node:child_process'

import { type BrowserPage, keyDelay, type Point } from './browser-page.ts'
import { endProgram } from './child-process.ts'
import { slowProcesses } from './slow-processor.ts'
import { keyOf } from './webdriver-keys.ts'
import { elementKey, type WebDriver } from './webdriver.ts'

/** The page of a WebDriver session. To close it ends the driver, too. */
export function webKitPage(session: WebDriver, driver: ChildProcess): BrowserPage {
  const messages: string[] = []
  let endSlowness = () => {}
  const act = (id: string, type: string, parameters: object, actions: object[]) =>
    session.post('/actions', { actions: [{ id, type, parameters, actions }] })
  const keys = (actions: object[]) => act('keyboard', 'key', {}, actions)
  const click = async ({ x, y }: Point) => {
    await act('mouse', 'pointer', { pointerType: 'mouse' }, [
      { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pause', duration: keyDelay },
      { type: 'pointerUp', button: 0 },
    ])
  }
  const read: BrowserPage['read'] = async (work, ...args) => {
    const script = `${collectMessages}
      const result = (${String(work)})(...arguments)
      return { result, printed: window.printed.splice(0) }`
    const answer = await session.post<{ result: never; printed: string[] }>('/execute/sync', {
      script,
      args,
    })
    messages.push(...answer.printed)
    return answer.result
  }

  return {
    canUseLists: false,
    keyAfterDatePart: 'ArrowRight',
    async open(url) {
      await session.post('/url', { url })
    },
    async reload() {
      await session.post('/refresh')
    },
    async back() {
      await session.post('/back')
    },
    async resize(width, height) {
      await session.post('/window/rect', { width, height })
      const [wide, high] = await read(() => [innerWidth, innerHeight] as const)
      if (wide === width && high === height) return
      await session.post('/window/rect', { width: 2 * width - wide, height: 2 * height - high })
    },
    click,
    // WebKitWebDriver has no touch input: it makes a mouse click of a touch pointer.
    tap: click,
    async press(combination) {
      const names = combination.split('+').map(keyOf)
      const key = names.pop()
      await keys([
        ...names.map((value) => ({ type: 'keyDown', value })),
        { type: 'keyDown', value: key },
        { type: 'pause', duration: keyDelay },
        { type: 'keyUp', value: key },
        ...names.toReversed().map((value) => ({ type: 'keyUp', value })),
      ])
    },
    async type(text, delay = keyDelay) {
      await keys(
        Array.from(text).flatMap((letter) => [
          { type: 'keyDown', value: keyOf(letter) },
          { type: 'pause', duration: delay },
          { type: 'keyUp', value: keyOf(letter) },
        ]),
      )
    },
    async setFiles(selector, paths) {
      const element = await session.post<Record<string, string>>('/element', {
        using: 'css selector',
        value: selector,
      })
      await session.post(`/element/${element[elementKey]}/value`, { text: paths.join('\n') })
    },
    read,
    async slowDown() {
      endSlowness = slowProcesses(driver.pid!, 'WebKitWebProcess')
    },
    messages: () => messages,
    screenshot: async () => Buffer.from(await session.get<string>('/screenshot'), 'base64'),
    async close() {
      endSlowness()
      await session.end().catch(() => {})
      await endProgram(driver)
    },
  }
}

/** WebDriver does not tell of errors. From its first reading on, a page collects its own. */
const collectMessages = `if (!window.printed) {
  window.printed = []
  for (const level of ['error', 'warn']) {
    const print = console[level]
    console[level] = (...words) => { window.printed.push(words.join(' ')); print(...words) }
  }
  addEventListener('error', ({ message }) => { if (message) window.printed.push(message) })
  addEventListener('unhandledrejection', ({ reason }) => window.printed.push(String(reason)))
}`

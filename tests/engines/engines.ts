import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import type { EngineBrowser, EngineName } from './browser-page.ts'
import { startChromium, startFirefox } from './puppeteer-browser.ts'
import { startWebKit } from './webkit-browser.ts'

export const engineNames: EngineName[] = ['Chromium', 'Firefox', 'WebKit']

/** Why an engine cannot be started; '' if it can. */
export function missingPart(engine: EngineName): string {
  const gone = Object.entries(programs[engine]()).find(([, path]) => path === undefined)
  return gone ? `${engine} is not installed: there is no ${gone[0]}` : ''
}

export function startEngine(engine: EngineName): Promise<EngineBrowser> {
  const found = programs[engine]() as Record<string, string>
  if (engine === 'WebKit') {
    const { WebKitWebDriver: driver, MiniBrowser: browser, Xvfb: display } = found
    return startWebKit({ driver: driver!, browser: browser!, display: display! })
  }
  return engine === 'Firefox' ? startFirefox(found['firefox']!) : startChromium(found['chromium']!)
}

/** The programs of each engine; undefined where one is not installed. */
const programs = {
  // Set by the global setup, which installs a Chromium.
  Chromium: () => ({ chromium: process.env['CHROMIUM_PATH'] }),
  Firefox: () => ({ firefox: onPath('firefox-esr') ?? onPath('firefox') }),
  WebKit: () => ({
    WebKitWebDriver: onPath('WebKitWebDriver'),
    MiniBrowser: globSync('/usr/lib{,64,/*}/webkit2gtk-4.*/MiniBrowser')[0],
    Xvfb: onPath('Xvfb'),
  }),
}

function onPath(program: string) {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, program)).find((file) => existsSync(file))
}
